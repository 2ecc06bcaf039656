import type { PromptMessage } from '@sekisho/dify-plugin';
import { ResponsesError, toResponsesInput } from '@sekisho/responses';
import { stripThink } from './strip-think.ts';

/** Turns Dify's prompt into the input of the Responses API. */
export function promptMessagesToResponsesInput(
  messages: readonly PromptMessage[],
): ReturnType<typeof toResponsesInput> {
  return toResponsesInput(messages.flatMap((message, index) => toPlainMessage(message, index)));
}

function toPlainMessage(message: PromptMessage, index: number): object[] {
  const content = readText(message, index);
  switch (message.role) {
    case 'assistant': {
      const answer = stripThink(content);
      // An assistant that only thought aloud said nothing; OpenAI refuses empty messages.
      if (answer.trim() === '' && message.tool_calls.length === 0) return [];
      return [{ role: 'assistant', content: answer, tool_calls: message.tool_calls.map(toFunctionCall) }];
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
function toFunctionCall({ id, function: called }: PromptMessage['tool_calls'][number]): object {
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
