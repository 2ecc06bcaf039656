import { z } from 'zod';
import { promptToolCallSchema, type PromptToolCall } from './prompt-message.ts';

const price = z.union([z.string(), z.number()]);

/** Tokens and prices of a call. Dify requires all twelve fields or none. Prices are strings to avoid rounding. */
const llmUsageSchema = z.object({
  prompt_tokens: z.int(),
  prompt_unit_price: price,
  prompt_price_unit: price,
  prompt_price: price,
  completion_tokens: z.int(),
  completion_unit_price: price,
  completion_price_unit: price,
  completion_price: price,
  total_tokens: z.int(),
  total_price: price,
  currency: z.string(),
  latency: z.number(),
});

/** A chunk of a model's response on the wire, in both directions. */
export const llmResultChunkSchema = z.object({
  model: z.string().min(1),
  system_fingerprint: z.string().nullish(),
  delta: z.object({
    index: z.int(),
    message: z.object({
      role: z.string().nullish(),
      content: z.union([z.string(), z.array(z.unknown())]).nullish(),
      tool_calls: z.array(promptToolCallSchema).nullish(),
    }),
    usage: llmUsageSchema.nullish(),
    finish_reason: z.string().nullish(),
  }),
});

/** Tokens and prices of a call. */
export type LlmUsage = z.infer<typeof llmUsageSchema>;
/** A chunk of a model's response on the wire. */
export type LlmResultChunk = z.infer<typeof llmResultChunkSchema>;

/** A chunk of a model's response, as a plugin author writes it. */
export type LlmDelta = {
  readonly model: string;
  readonly text?: string;
  /** Complete calls only, because many agent strategies read each chunk separately. */
  readonly toolCalls?: readonly PromptToolCall[];
  readonly usage?: LlmUsage;
  readonly finishReason?: 'stop' | 'tool_calls' | 'length' | 'content_filter';
};

/** Converts a delta to the form that all versions of Dify accept: no null content and no null tool calls. */
export function toLlmResultChunk(delta: LlmDelta, index: number): Record<string, unknown> {
  return {
    model: delta.model,
    system_fingerprint: null,
    prompt_messages: [],
    delta: {
      index,
      message: {
        role: 'assistant',
        content: delta.text ?? '',
        name: null,
        tool_calls: delta.toolCalls ?? [],
      },
      usage: delta.usage ?? null,
      finish_reason: delta.finishReason ?? null,
    },
  };
}
