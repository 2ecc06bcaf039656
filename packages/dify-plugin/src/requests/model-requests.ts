import { z } from 'zod';
import { promptMessageSchema, promptToolSchema } from '../messages/prompt-message.ts';
import { listOrEmpty, recordOrEmpty } from './nullable-fields.ts';

/** The schema of all requests about a provider. */
export const providerRequestSchema = z.object({
  provider: z.string().min(1),
  credentials: recordOrEmpty,
});

/** The schema of all requests about a model. */
export const modelRequestSchema = providerRequestSchema.extend({
  model_type: z.string().min(1),
  model: z.string().min(1),
});

/** The schema of a call of a language model. */
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

/** The schema of a request to count the tokens of a conversation. */
export const countTokensRequestSchema = modelRequestSchema.extend({
  prompt_messages: z.array(promptMessageSchema),
  tools: listOrEmpty(promptToolSchema),
});

/** The schema of a request for the state of polled work. */
export const checkPollingRequestSchema = modelRequestSchema.extend({ plugin_state: recordOrEmpty });

/** The schema of texts to embed or to count. */
export const textEmbeddingRequestSchema = modelRequestSchema.extend({
  texts: z.array(z.string()),
  input_type: z.string().nullish(),
});

/** The fields of all requests about a provider. */
export type ProviderRequest = z.infer<typeof providerRequestSchema>;
/** The fields of all requests about a model. */
export type ModelRequest = z.infer<typeof modelRequestSchema>;
/** A call of a language model. */
export type InvokeLlmRequest = z.infer<typeof invokeLlmRequestSchema>;
/** A request to count the tokens of a conversation. */
export type CountTokensRequest = z.infer<typeof countTokensRequestSchema>;
/** A request for the state of polled work. */
export type CheckPollingRequest = z.infer<typeof checkPollingRequestSchema>;
/** Texts to embed or to count. */
export type TextEmbeddingRequest = z.infer<typeof textEmbeddingRequestSchema>;
