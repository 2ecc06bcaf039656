import { readResponse } from '../events/read-response.ts';
import type { ResponseOutcome } from '../events/response-outcome.ts';
import { isRecord, type JsonRecord } from '../json/is-record.ts';
import { readString } from '../json/read-field.ts';
import type { PromptToolCall } from './prompt-message.ts';

/** A response in the format of a chat platform. */
export type LlmResult = {
  text: string;
  toolCalls: PromptToolCall[];
  usage: { promptTokens: number; completionTokens: number; totalTokens: number };
};

/**
 * Converts a complete response to text, tool calls and usage. `output_text` is used when present, unless messages are
 * labeled, because it would then contain commentary.
 */
export function toLlmResult(response: unknown): LlmResult {
  const outcome = readResponse(response);
  const given = isRecord(response) ? readString(response, 'output_text') : undefined;
  const hasLabels = outcome.items.some((item: JsonRecord) => readString(item, 'phase') !== undefined);
  return { ...outcomeToLlmResult(outcome), text: !hasLabels && given ? given : outcome.answer };
}

/** Converts an outcome that was reduced from a stream. */
export function outcomeToLlmResult(outcome: ResponseOutcome): LlmResult {
  return {
    text: outcome.answer,
    toolCalls: outcome.functionCalls.map((call) => ({
      id: call.callId,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
    })),
    usage: {
      promptTokens: outcome.usage?.inputTokens ?? 0,
      completionTokens: outcome.usage?.outputTokens ?? 0,
      totalTokens: outcome.usage?.totalTokens ?? 0,
    },
  };
}
