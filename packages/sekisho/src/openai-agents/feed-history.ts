import type { Run } from '@sekisho/engine';
import { readCall } from './read-calls.ts';
import { isRecord, textOf } from './read-value.ts';

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

/** Yields the results of tools that the provider executed. They are as untrusted as any other result. */
export function* hostedResults(
  output: readonly unknown[],
): Generator<{ readonly source: string; readonly content: unknown }> {
  for (const item of output) {
    if (!isRecord(item) || item['type'] !== 'hosted_tool_call' || readCall(item)) continue;
    const content = [item['output'], item['providerData']].filter((value) => value !== undefined);
    yield { source: `hosted:${textOf(item['name'])}`, content };
  }
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
