import { z } from 'zod';

const MAX_DEPTH = 64;
const record = z.record(z.string(), z.unknown());
const textOrEmpty = z
  .string()
  .nullish()
  .catch('')
  .transform((text) => text ?? '');
const recordOrEmpty = record
  .nullish()
  .catch({})
  .transform((value) => value ?? {});

const parameterSchema = z.object({
  name: z.string().min(1),
  type: textOrEmpty,
  form: textOrEmpty,
  required: z
    .boolean()
    .nullish()
    .catch(false)
    .transform((required) => required ?? false),
  llm_description: textOrEmpty,
  human_description: recordOrEmpty,
  options: z
    .array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]) }))
    .nullish()
    .catch([])
    .transform((options) => (options ?? []).map(({ value }) => value)),
  input_schema: record
    .refine((schema) => isShallow(schema))
    .nullish()
    .catch(null),
});

/** A tool as the agent node sends it. Versions of Dify fill the fields differently, so most may be absent. */
export const toolEntitySchema = z
  .object({
    identity: z.object({ name: z.string().min(1), provider: z.string().min(1) }),
    parameters: z
      .array(z.unknown())
      .nullish()
      .transform((list) => list ?? []),
    description: recordOrEmpty,
    runtime_parameters: recordOrEmpty,
    credential_id: z.string().nullish().catch(null),
    provider_type: textOrEmpty,
  })
  .transform(({ parameters, ...tool }) => ({
    ...tool,
    parameters: parameters.flatMap((entry) => parameterSchema.safeParse(entry).data ?? []),
    /** False for a tool without any parameter, including parameters that could not be parsed. */
    hasSchema: parameters.length > 0,
  }));

// A schema of an untrusted server must not exhaust the stack of a recursive function.
function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((entry) => isShallow(entry, depth + 1));
}

/** A tool as the agent node sends it. */
export type ToolEntity = z.infer<typeof toolEntitySchema>;
/** One parameter of a tool. */
export type ToolParameter = ToolEntity['parameters'][number];
