import { z } from 'zod';
import type { JsonSchema } from '../contracts/skill-json-schema.ts';
import type { FunctionTool } from '../sdk/upstream.ts';

/** A schema that upstream takes in strict mode and through which every argument passes unchanged. */
export const PLACEHOLDER_PARAMETERS = {
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: false,
} satisfies FunctionTool['parameters'];

/** A tool made with the placeholder. */
export type PlaceholderTool = FunctionTool<unknown, typeof PLACEHOLDER_PARAMETERS>;

const parametersSchema = z.custom<FunctionTool['parameters']>(
  (value) => typeof value === 'object' && value !== null && 'type' in value && value.type === 'object',
);

/**
 * Gives a finished tool the schema that models see. Set afterwards, because upstream rewrites a schema on the way in
 * (optional properties become nullable) and refuses some; here the sent schema and the checked one are the same.
 */
export function setParameters(made: PlaceholderTool, schema: JsonSchema, strict: boolean): void {
  made.parameters = parametersSchema.parse({ ...schema, properties: schema['properties'] ?? {} });
  made.strict = strict;
}
