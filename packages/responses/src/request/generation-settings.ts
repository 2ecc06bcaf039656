import { z } from 'zod';
import { ResponsesError } from '../errors/responses-error.ts';
import { efforts } from '../models/effort.ts';
import { parseBooleanLike } from './parse-boolean-like.ts';

const wholeNumber = z.union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)]);
const booleanLike = (name: string) => z.unknown().transform((value) => parseBooleanLike(value, name));

/** The generation parameters with their limits and defaults. Unknown parameters are ignored. */
export const generationSettingsSchema = z.object({
  max_output_tokens: wholeNumber.pipe(z.number().int().min(1).max(128_000)).default(8192),
  reasoning_effort: z.enum(efforts).default('medium'),
  reasoning_summary: z.enum(['auto', 'concise', 'detailed']).default('auto'),
  verbosity: z.enum(['low', 'medium', 'high']).default('medium'),
  response_format: z.enum(['text', 'json_schema']).default('text'),
  json_schema: z.unknown().optional(),
  tool_choice: z.string().trim().min(1).default('auto'),
  parallel_tool_calls: booleanLike('parallel_tool_calls').default(true),
  enable_stream: booleanLike('enable_stream').default(true),
});

/** Parsed generation parameters. Each is present and in range. */
export type GenerationSettings = z.output<typeof generationSettingsSchema>;

/** Parses untrusted parameters. The error names the first invalid one and its allowed values. */
export function parseGenerationSettings(parameters: unknown): GenerationSettings {
  const parsed = generationSettingsSchema.safeParse(dropUnset(parameters));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = issue?.path.join('.') ?? 'parameters';
  throw new ResponsesError(
    'invalid_argument',
    `"${name}" is not valid: ${issue?.message ?? 'cannot be parsed'}.`,
    {
      upstream: { param: name },
    },
  );
}

// Forms send "" or null for an empty field, which selects the default.
function dropUnset(parameters: unknown): unknown {
  if (typeof parameters !== 'object' || parameters === null) return parameters ?? {};
  if (Object.values(parameters).every(isSet)) return parameters;
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => isSet(value)));
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}
