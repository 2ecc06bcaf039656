import type { JsonSchema } from '../types/skill-json-schema.ts';

// The keywords that strict mode of the Responses API accepts and the Agents SDK passes unchanged.
const STRICT_WORDS = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'description',
  'title',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]);

/**
 * Returns whether a schema can be sent in strict mode unchanged: closed objects in which every property is required.
 */
export function isStrictSchema(schema: JsonSchema): boolean {
  return isStrictNode(schema);
}

function isStrictNode(node: unknown): boolean {
  if (!isObject(node) || !Object.keys(node).every((word) => STRICT_WORDS.has(word))) return false;
  if (node['type'] === undefined) return false;
  if (node['type'] === 'object' && !isClosedObject(node)) return false;
  return node['items'] === undefined || isStrictNode(node['items']);
}

function isClosedObject(node: Record<string, unknown>): boolean {
  const { properties, required, additionalProperties } = node;
  if (additionalProperties !== false || !isObject(properties) || !Array.isArray(required)) return false;
  const names = Object.keys(properties);
  return names.every((name) => required.includes(name)) && Object.values(properties).every(isStrictNode);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
