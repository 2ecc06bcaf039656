import { z } from 'zod';
import { SekishoError } from '@sekisho/engine';
import { registerTool, type RegisteredTool } from './records.ts';
import type { FunctionTool } from './upstream.ts';

/** A schema that the Agents SDK accepts in strict mode and that passes every argument unchanged. */
export const PLACEHOLDER_PARAMETERS = {
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: false,
} satisfies FunctionTool['parameters'];

/** A tool that was created with the placeholder schema. */
export type PlaceholderTool = FunctionTool<unknown, typeof PLACEHOLDER_PARAMETERS>;

const parametersSchema = z.custom<FunctionTool['parameters']>(
  (value) => typeof value === 'object' && value !== null && 'type' in value && value.type === 'object',
);

/**
 * Sets the schema that models see, and registers the tool. The schema is set after creation, because the Agents SDK rewrites
 * schemas (optional properties become nullable) and rejects some. The sent schema and the validated one are identical this way.
 */
export function finishTool<T extends PlaceholderTool>(
  made: T,
  { schema, strict }: { readonly schema: Readonly<Record<string, unknown>>; readonly strict: boolean },
  registered: RegisteredTool,
): T {
  made.parameters = parametersSchema.parse({ ...schema, properties: schema['properties'] ?? {} });
  made.strict = strict;
  registerTool(made.invoke, registered);
  return made;
}

/** Returns what a model receives about a failure. Messages of other packages may contain paths or secrets. */
export function describeToolFailure(error: unknown, otherwise: string): string {
  return error instanceof SekishoError ? `${error.code}: ${error.message}` : otherwise;
}
