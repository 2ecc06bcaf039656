import type { ResponseInput, ResponseInputItem } from 'openai/resources/responses/responses';
import { ResponsesError } from '../errors/responses-error.ts';
import { promptMessageSchema, type PromptContent, type PromptMessage } from './prompt-message.ts';

/** Converts the messages of a prompt to the input of the Responses API, in order. */
export function toResponsesInput(messages: readonly unknown[]): ResponseInput {
  return messages.flatMap((message, index) => toInputItems(parseMessage(message, index)));
}

function parseMessage(message: unknown, index: number): PromptMessage {
  const parsed = promptMessageSchema.safeParse(message);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new ResponsesError(
    'invalid_argument',
    `Message ${index + 1} of the prompt cannot be parsed (${where}).`,
    {
      upstream: { param: `messages[${index}]` },
    },
  );
}

function toInputItems(message: PromptMessage): ResponseInputItem[] {
  switch (message.role) {
    case 'user':
    case 'system':
    case 'developer':
      return [
        {
          role: message.role,
          content: readTexts(message.content).map((text) => ({ type: 'input_text' as const, text })),
        },
      ];
    case 'assistant': {
      const text = readTexts(message.content).join('');
      const calls = message.tool_calls.map((call) => ({
        type: 'function_call' as const,
        call_id: call.id,
        name: call.function.name,
        arguments: call.function.arguments,
      }));
      // An assistant that only called tools has no text, and the API rejects an empty message.
      return text === '' && calls.length > 0 ? calls : [{ role: 'assistant', content: text }, ...calls];
    }
    case 'tool':
      // An empty result still confirms that the call was made.
      return [
        {
          type: 'function_call_output',
          call_id: message.tool_call_id,
          output: readTexts(message.content).join(''),
        },
      ];
  }
}

function readTexts(content: PromptContent): string[] {
  if (typeof content === 'string') return [content];
  return content.map((part) => ('data' in part ? part.data : part.text));
}
