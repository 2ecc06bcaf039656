import type { Run } from '@sekisho/engine';
import type { Integration } from '@sekisho/engine/integration';
import { isRecord, textOf } from './read-value.ts';
import type { UpstreamCall } from './run-scope.ts';

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

/** Reads a stored response of the model: its text, and the arguments of its calls. */
export const readStep: NonNullable<Integration['readStep']> = ({ name, segment, value }) => {
  const [, loop = '', position] = /^([^]*):m(\d+)$/.exec(name) ?? [];
  if (position === undefined) return undefined;
  const response: unknown = JSON.parse(value);
  const output: readonly unknown[] =
    isRecord(response) && Array.isArray(response['output']) ? response['output'] : [];
  const calls = output.flatMap((item) => readCall(item) ?? []);
  return {
    turn: `${loop}#${segment}.${position}:`,
    loop,
    position: Number(position),
    text: output.flatMap(messageText).join('\n\n'),
    inputs: new Map(calls.map(({ callId, rawArguments }) => [callId, rawArguments])),
  };
};

function messageText(item: unknown): string[] {
  if (!isRecord(item) || item['type'] !== 'message' || !Array.isArray(item['content'])) return [];
  const parts = item['content'].filter(isRecord).map((part) => textOf(part['text'] ?? part['refusal']));
  return parts.filter((part) => part !== '');
}

/** Whether user messages in the items are the user's own text: only those of the outermost run, not those of a sub-agent. */
export type HistoryDepth = 'outermost' | 'nested';

/** Returns whether this agent's result of the named tool is trusted. It is used only for items of a sealed state. */
export type IsTrusted = (toolName: string, agent: unknown) => boolean;

/** Adds the user texts and tool results of a request or of a saved state to the history of the run. */
export function feedHistory(
  run: Pick<Run, 'addUserText' | 'recordContent'>,
  items: string | readonly unknown[],
  depth: HistoryDepth,
  isTrusted: IsTrusted = () => false,
): void {
  const addUserText = (text: string) => {
    if (depth === 'outermost' && text !== '') run.addUserText(text);
  };
  if (typeof items === 'string') return addUserText(items);
  const calls = new Map<string, { name: string; args: unknown }>();
  for (const item of items) {
    if (!isRecord(item)) continue;
    const raw = isRecord(item['rawItem']) ? item['rawItem'] : item;
    const callId = textOf(raw['callId']);
    if (raw['role'] === 'user') addUserText(textOfContent(raw['content']));
    else if (raw['type'] === 'function_call')
      calls.set(callId, { name: textOf(raw['name']), args: parse(raw['arguments']) });
    else if (isResult(raw['type'])) {
      const call = calls.get(callId);
      const toolId = call?.name ?? textOf(raw['name']);
      const trusted = isTrusted(toolId, item['agent']);
      run.recordContent(toolId, plainOutput(raw['output']), { args: call?.args ?? {}, trusted });
    }
  }
}

/** Returns the latest text of the user in the input of a run. */
export function lastUserText(input: string | object): string | undefined {
  if (typeof input === 'string') return input;
  const items: readonly unknown[] = Array.isArray(input) ? input : [];
  const last = items.findLast((item) => isRecord(item) && item['role'] === 'user');
  return isRecord(last) ? textOfContent(last['content']) : undefined;
}

/** Returns the results of tools that the provider executed. They are as untrusted as any other result. */
export function hostedResults(
  output: readonly unknown[],
): { readonly source: string; readonly content: unknown }[] {
  const results = [];
  for (const item of output) {
    if (!isRecord(item) || item['type'] !== 'hosted_tool_call' || readCall(item)) continue;
    const content = [item['output'], item['providerData']].filter((value) => value !== undefined);
    results.push({ source: `hosted:${textOf(item['name'])}`, content });
  }
  return results;
}

const isResult = (type: unknown) =>
  typeof type === 'string' && (type.endsWith('_result') || type.endsWith('_output'));

/** Upstream wraps plain text results as `{ type: 'text', text }`. */
function plainOutput(output: unknown): unknown {
  return isRecord(output) && output['type'] === 'text' ? output['text'] : output;
}

function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isRecord)
    .map((part) => textOf(part['text']))
    .join('\n');
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(textOf(text));
  } catch {
    return {};
  }
}
