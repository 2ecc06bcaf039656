import type { PromptMessage } from '@sekisho/dify-plugin';
import { ResponsesError, toResponsesInput } from '@sekisho/responses';
import { stripThink } from './strip-think.ts';

type ToolCall = PromptMessage['tool_calls'][number];

/** The input of a request to OpenAI, and how many tool calls of the prompt could not be part of it. */
export type ConvertedPrompt = {
  readonly input: ReturnType<typeof toResponsesInput>;
  readonly skippedCalls: number;
};

/**
 * Turns Dify's prompt into the input of the Responses API. Dify may store pieces of a stream as tool calls without an id or a
 * name. OpenAI refuses a whole prompt because of one, so such a call is left out together with its result.
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
      // An assistant that only thought aloud said nothing; OpenAI refuses empty messages.
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

// Dify leaves the type of a call empty in pieces of a stream that it stores.
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
      `Message ${index + 1} holds ${other.type} content; this plugin sends text only.`,
      { upstream: { param: `messages[${index}]` } },
    );
  }
  return content.map(({ data }) => data ?? '').join('');
}
