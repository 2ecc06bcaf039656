import type { UpstreamCall } from './upstream-call.ts';
import type { ModelResponse } from './upstream.ts';

/** Returns every call in a response of the model that is executed locally or by a hosted MCP server. */
export function toolCallsOf(output: ModelResponse['output']): UpstreamCall[] {
  const calls: UpstreamCall[] = [];
  for (const item of output) {
    const call = readCall(item);
    if (call) calls.push(call);
  }
  return calls;
}

/** Reads one item of a response or of a saved state. Returns undefined when it is not a call. */
export function readCall(item: unknown): UpstreamCall | undefined {
  if (!isRecord(item)) return undefined;
  switch (item['type']) {
    case 'function_call':
      return {
        type: 'function_call',
        callId: textOf(item['callId']),
        wireName: qualified(item['namespace'], textOf(item['name'])),
        rawArguments: textOf(item['arguments']),
      };
    case 'shell_call':
      return localCall('shell_call', item, item['action']);
    case 'apply_patch_call':
      return localCall('apply_patch_call', item, item['operation']);
    case 'computer_call':
      return localCall('computer_call', item, computerActions(item));
    case 'hosted_tool_call':
      return hostedMcpCall(item);
    default:
      return undefined;
  }
}

function localCall(type: UpstreamCall['type'], item: Record<string, unknown>, action: unknown): UpstreamCall {
  return {
    type,
    callId: textOf(item['callId'] ?? item['id']),
    wireName: type,
    rawArguments: JSON.stringify(action ?? {}),
  };
}

/** Returns the actions as upstream reads them: an empty list of actions does not hide the single action beside it. */
function computerActions({ actions, action }: Record<string, unknown>): unknown {
  return Array.isArray(actions) && actions.length > 0 ? actions : action;
}

function hostedMcpCall(item: Record<string, unknown>): UpstreamCall | undefined {
  const data = item['providerData'];
  if (!isRecord(data)) return undefined;
  const serverLabel = textOf(data['server_label'] ?? data['serverLabel']);
  if (data['type'] !== 'mcp_approval_request' && !(data['type'] === undefined && serverLabel !== ''))
    return undefined;
  return {
    type: 'hosted_mcp_call',
    callId: textOf(data['id'] ?? data['itemId'] ?? item['id']),
    wireName: textOf(data['name'] ?? item['name']),
    rawArguments: textOf(data['arguments'] ?? item['arguments']),
    serverLabel,
  };
}

const qualified = (namespace: unknown, name: string) =>
  typeof namespace === 'string' && namespace !== '' && namespace !== name ? `${namespace}.${name}` : name;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
