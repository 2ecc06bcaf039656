import { z } from 'zod';
import { findPatternProblem, schemaProblem } from '@sekisho/engine/integration';
import { jsonSchemaSchema, type JsonSchema } from '../skill-types.ts';

/** A schema that can describe the arguments of a tool, or its problem. */
export type SchemaCheck = { readonly schema: JsonSchema } | { readonly problem: string };

/** Checks that a value is a JSON Schema of an object, limited in size, with safe references and patterns. */
export function checkJsonSchema(value: unknown): SchemaCheck {
  const problem = schemaProblem(value) ?? findPatternsProblem(value);
  if (problem) return { problem };
  const shape = schemaNode.safeParse(value);
  if (!shape.success) {
    const [issue] = shape.error.issues;
    return { problem: `${issue?.path.join('.') || 'the root'}: ${issue?.message ?? 'not a JSON Schema'}` };
  }
  return { schema: jsonSchemaSchema.parse(value) };
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] as const;
const typeName = z.enum(TYPES);
const count = z.int().min(0);

const schemaNode: z.ZodType = z.lazy(() => z.union([z.boolean(), keywords]));
const nodes = z.array(schemaNode).min(1);
const nodeMap = z.record(z.string(), schemaNode);

// The vocabulary of JSON Schema 2020-12 and draft 7. Unknown keywords are annotations and are ignored.
const keywords = z.looseObject({
  type: z.union([typeName, z.array(typeName).min(1)]).optional(),
  enum: z.array(z.unknown()).min(1).optional(),
  required: z.array(z.string()).optional(),
  items: z.union([schemaNode, nodes]).optional(),
  multipleOf: z.number().gt(0).optional(),
  uniqueItems: z.boolean().optional(),
  ...each(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'], nodeMap),
  ...each(['allOf', 'anyOf', 'oneOf', 'prefixItems'], nodes),
  ...each(['not', 'if', 'then', 'else', 'contains'], schemaNode),
  ...each(['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'], schemaNode),
  ...each(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'], count),
  ...each(['minimum', 'maximum'], z.number()),
  ...each(['exclusiveMinimum', 'exclusiveMaximum'], z.union([z.number(), z.boolean()])),
  ...each(['title', 'description', 'pattern'], z.string()),
});

function each(words: readonly string[], shape: z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(words.map((word) => [word, shape.optional()]));
}

/** Searches all properties, because older keywords of JSON Schema, such as `additionalItems`, contain schemas too. */
function findPatternsProblem(root: unknown): string | undefined {
  let problem: string | undefined;
  JSON.stringify(root, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') problem ??= findPatternProblem(value);
    if (key === 'patternProperties')
      for (const source of Object.keys(value ?? {})) problem ??= findPatternProblem(source);
    return value;
  });
  return problem;
}

// The keywords that strict mode of the Responses API accepts and the Agents SDK passes unchanged.
const STRICT_KEYWORDS = new Set(
  (
    'type properties required additionalProperties items enum const description title pattern format ' +
    'minimum maximum minLength maxLength minItems maxItems'
  ).split(' '),
);

/**
 * Returns whether a schema can be sent in strict mode unchanged: closed objects in which every property is required.
 */
export function isStrictSchema(schema: unknown): boolean {
  const parsed = jsonSchemaSchema.safeParse(schema);
  if (!parsed.success || !Object.keys(parsed.data).every((keyword) => STRICT_KEYWORDS.has(keyword)))
    return false;
  const { type, items, properties, required, additionalProperties } = parsed.data;
  if (type === undefined || (items !== undefined && !isStrictSchema(items))) return false;
  if (type !== 'object') return true;
  const members = jsonSchemaSchema.safeParse(properties);
  if (additionalProperties !== false || !members.success || !Array.isArray(required)) return false;
  return Object.entries(members.data).every(
    ([name, part]) => required.includes(name) && isStrictSchema(part),
  );
}
