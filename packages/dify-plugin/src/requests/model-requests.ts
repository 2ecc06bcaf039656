import { z } from 'zod';
import { promptMessageSchema, promptToolSchema } from '../messages/prompt-message.ts';
import { listOrEmpty, recordOrEmpty } from './nullable-fields.ts';

/** What every request about a provider says. */
export const providerRequestSchema = z.object({
  provider: z.string().min(1),
  credentials: recordOrEmpty,
});

/** What every request about one model says. */
export const modelRequestSchema = providerRequestSchema.extend({
  model_type: z.string().min(1),
  model: z.string().min(1),
});

/** A question to a model. */
export const invokeLlmRequestSchema = modelRequestSchema.extend({
  model_parameters: recordOrEmpty,
  prompt_messages: z.array(promptMessageSchema),
  tools: listOrEmpty(promptToolSchema),
  tool_choice: z
    .object({ mode: z.enum(['auto', 'none', 'required', 'tool']), name: z.string().nullish() })
    .nullish(),
  stop: listOrEmpty(z.string()),
  json_schema: z.unknown().optional(),
  stream: z
    .boolean()
    .nullish()
    .transform((stream) => stream ?? true),
});

/** A conversation whose tokens are to be counted. */
export const countTokensRequestSchema = modelRequestSchema.extend({
  prompt_messages: z.array(promptMessageSchema),
  tools: listOrEmpty(promptToolSchema),
});

/** Long work that was started earlier. */
export const checkPollingRequestSchema = modelRequestSchema.extend({ plugin_state: recordOrEmpty });

/** Texts to turn into vectors, or to count. */
export const textEmbeddingRequestSchema = modelRequestSchema.extend({
  texts: z.array(z.string()),
  input_type: z.string().nullish(),
});

/** What every request about a provider says. */
export type ProviderRequest = z.infer<typeof providerRequestSchema>;
/** What every request about one model says. */
export type ModelRequest = z.infer<typeof modelRequestSchema>;
/** A question to a model. */
export type InvokeLlmRequest = z.infer<typeof invokeLlmRequestSchema>;
/** A conversation whose tokens are to be counted. */
export type CountTokensRequest = z.infer<typeof countTokensRequestSchema>;
/** Long work that was started earlier. */
export type CheckPollingRequest = z.infer<typeof checkPollingRequestSchema>;
/** Texts to turn into vectors, or to count. */
export type TextEmbeddingRequest = z.infer<typeof textEmbeddingRequestSchema>;
