import type { PromptMessage } from '@sekisho/dify-plugin';
import { ResponsesError, toResponsesInput } from '@sekisho/responses';

type ToolCall = PromptMessage['tool_calls'][number];

/** The input of a request to OpenAI, and the number of tool calls of the prompt that were skipped. */
export type ConvertedPrompt = {
  readonly input: ReturnType<typeof toResponsesInput>;
  readonly skippedCalls: number;
};

/**
 * Converts Dify's prompt to the input of the Responses API. Dify may store chunks of a stream as tool calls without an id or a
 * name. OpenAI rejects a whole prompt because of one, so such a call is skipped together with its result.
 */
export function promptMessagesToResponsesInput(messages: readonly PromptMessage[]): ConvertedPrompt {
  const calls = messages.flatMap((message) => message.tool_calls);
  const skipped = calls.filter((call) => !isComplete(call));
  const completeIds = new Set(calls.filter(isComplete).map(({ id }) => id));
  const skippedIds = new Set(['', ...skipped.map(({ id }) => id)]);
  const isKept = ({ role, tool_call_id: id }: PromptMessage) =>
    role !== 'tool' || completeIds.has(id ?? '') || !skippedIds.has(id ?? '');
  const plain = messages.flatMap((message, index) => (isKept(message) ? toPlainMessage(message, index) : []));
  return { input: toResponsesInput(plain), skippedCalls: skipped.length };
}

function isComplete({ id, function: called }: ToolCall): boolean {
  return id.trim() !== '' && called.name.trim() !== '';
}

function toPlainMessage(message: PromptMessage, index: number): object[] {
  const content = readText(message, index);
  switch (message.role) {
    case 'assistant': {
      const answer = stripThink(content);
      const calls = message.tool_calls.filter(isComplete);
      // A message that contains only reasoning becomes empty, and OpenAI rejects empty messages.
      if (answer.trim() === '' && calls.length === 0) return [];
      return [{ role: 'assistant', content: answer, tool_calls: calls.map(toFunctionCall) }];
    }
    case 'tool':
      return [{ role: 'tool', content, tool_call_id: message.tool_call_id ?? '' }];
    case 'user':
    case 'system':
    case 'developer':
      return [{ role: message.role, content: toParts(message, content) }];
  }
}

// Dify stores chunks of a stream with an empty call type.
function toFunctionCall({ id, function: called }: ToolCall): object {
  return { id, type: 'function', function: called };
}

function toParts({ content }: PromptMessage, text: string): string | object[] {
  if (typeof content === 'string') return text;
  return content.map((part) => ({ type: 'text', data: part.data ?? '' }));
}

function readText({ content }: PromptMessage, index: number): string {
  if (typeof content === 'string') return content;
  const other = content.find(({ type }) => type !== 'text');
  if (other !== undefined) {
    throw new ResponsesError(
      'invalid_argument',
      `Message ${index + 1} contains ${other.type} content. This plugin supports only text.`,
      { upstream: { param: `messages[${index}]` } },
    );
  }
  return content.map(({ data }) => data ?? '').join('');
}

const TAG = /<(\/?)think>/g;

/**
 * Returns text without its `<think>` blocks, which are for the user and not for the model. A block begins a line; it may
 * contain other blocks, and a block without an end extends to the end of the text.
 */
function stripThink(text: string): string {
  let visible = '';
  let depth = 0;
  let from = 0;
  for (const { 0: tag, 1: slash, index } of text.matchAll(TAG)) {
    if (slash === '') {
      if (depth === 0 && !beginsLine(text, index)) continue;
      if (depth === 0) visible += text.slice(from, index);
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      from = index + tag.length;
      if (depth === 0 && text[from] === '\n') from += 1;
    }
  }
  return depth > 0 ? visible : visible + text.slice(from);
}

function beginsLine(text: string, index: number): boolean {
  return text.slice(text.lastIndexOf('\n', index - 1) + 1, index).trim() === '';
}
