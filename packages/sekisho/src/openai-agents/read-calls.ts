import { isRecord, textOf } from './read-value.ts';
import type { UpstreamCall } from './run-scope.ts';

/** Returns every call in a response of the model that is executed locally or by a hosted MCP server. */
export function toolCallsOf(output: readonly unknown[]): UpstreamCall[] {
  const calls: UpstreamCall[] = [];
  for (const item of output) {
    const call = readCall(item);
    if (call) calls.push(call);
  }
  return calls;
}

/** Reads one item of a response or of a saved state. Returns undefined when it is not a call. */
export function readCall(item: unknown): UpstreamCall | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { type }: { type?: unknown } = item;
  if (type === 'function_call') return functionCall(item);
  if (!isRecord(item)) return undefined;
  switch (type) {
    case 'shell_call':
      return localCall('shell_call', item, item['action']);
    case 'apply_patch_call':
      return localCall('apply_patch_call', item, item['operation']);
    case 'computer_call': {
      const { actions, action } = item;
      // As upstream reads them: an empty list of actions does not hide the single action beside it.
      return localCall(
        'computer_call',
        item,
        Array.isArray(actions) && actions.length > 0 ? actions : action,
      );
    }
    case 'hosted_tool_call':
      return hostedMcpCall(item);
    default:
      return undefined;
  }
}

/** Yields the arguments of every call in a saved state, and in nested states of agents that were called as tools. */
export function* argumentsIn(state: string): Generator<string> {
  if (!state.startsWith('{') && !state.startsWith('[')) return;
  const inside: string[] = [];
  const found: string[] = [];
  try {
    JSON.parse(state, (_key, value: unknown) => {
      if (typeof value === 'string') inside.push(value);
      const call = readCall(value);
      if (call) found.push(call.rawArguments);
      return value;
    });
  } catch {
    return;
  }
  yield* found;
  for (const text of inside) yield* argumentsIn(text);
}

interface FunctionCallItem {
  readonly callId?: unknown;
  readonly name?: unknown;
  readonly namespace?: unknown;
  readonly arguments?: unknown;
}

function functionCall({ callId, name, namespace, arguments: args }: FunctionCallItem): UpstreamCall {
  const plain = typeof name === 'string' ? name : '';
  const isQualified = typeof namespace === 'string' && namespace !== '' && namespace !== plain;
  return {
    type: 'function_call',
    callId: typeof callId === 'string' ? callId : '',
    wireName: isQualified ? `${namespace}.${plain}` : plain,
    rawArguments: typeof args === 'string' ? args : '',
  };
}

function localCall(type: UpstreamCall['type'], item: Record<string, unknown>, action: unknown): UpstreamCall {
  return {
    type,
    callId: textOf(item['callId'] ?? item['id']),
    wireName: type,
    rawArguments: JSON.stringify(action ?? {}),
  };
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
