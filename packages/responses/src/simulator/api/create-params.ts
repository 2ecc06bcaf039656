import type { Response, ResponseTextConfig, Tool } from 'openai/resources/responses/responses';
import { z } from 'zod';
import { isRecord, type JsonRecord } from '../../json/is-record.ts';
import { readString } from '../../json/read-field.ts';
import { efforts } from '../../models/effort.ts';

type ToolChoice = Response['tool_choice'];

const record = z.custom<JsonRecord>((value) => isRecord(value));
const tool = z.custom<Tool>((value) => isRecord(value) && readString(value, 'type') !== undefined);
const toolChoice = z.custom<ToolChoice>(
  (value) => value === 'auto' || value === 'none' || value === 'required' || isRecord(value),
);
const textConfig = z.custom<ResponseTextConfig>((value) => isRecord(value));

/** The part of the body of `POST /responses` that the simulated server supports. */
export const createParamsSchema = z.strictObject({
  model: z.string(),
  input: z.union([z.string(), z.array(record)]).default([]),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish(),
  conversation: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_obfuscation: z.boolean().optional() }).nullish(),
  store: z.boolean().nullish(),
  background: z.boolean().nullish(),
  include: z.array(z.string()).nullish(),
  max_output_tokens: z.number().int().min(16).nullish(),
  max_tool_calls: z.number().int().min(1).nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  reasoning: z
    .object({
      effort: z.enum(efforts).nullish(),
      summary: z.enum(['auto', 'concise', 'detailed']).nullish(),
      mode: z.enum(['standard', 'pro']).nullish(),
      context: z.enum(['auto', 'current_turn', 'all_turns']).nullish(),
    })
    .nullish(),
  text: textConfig.nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: toolChoice.nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_logprobs: z.number().int().min(0).max(20).nullish(),
  truncation: z.enum(['auto', 'disabled']).nullish(),
  context_management: z.array(record).nullish(),
  prompt_cache_key: z.string().nullish(),
  prompt_cache_options: record.optional(),
  prompt_cache_retention: z.enum(['in_memory', '24h']).nullish(),
  safety_identifier: z.string().nullish(),
  service_tier: z.enum(['auto', 'default', 'flex', 'scale', 'priority', 'fast', 'ultrafast']).nullish(),
  user: z.string().optional(),
});

/** A parsed create request. */
export type CreateParams = z.output<typeof createParamsSchema>;
