import { isObject } from '../wire/json-value.ts';

/** The keywords by which one part of a JSON Schema refers to another. */
export const SCHEMA_REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/**
 * Returns the part of a schema that a reference names, or undefined when it is outside of the schema. An unresolvable
 * reference matches no value.
 */
export function schemaPart(schema: unknown, reference: string): { readonly part: unknown } | undefined {
  if (!/^#(?:\/|$)/.test(reference)) return undefined;
  let part = schema;
  for (const step of reference.split('/').slice(1)) part = childOf(part, unescaped(step));
  return { part };
}

function childOf(parent: unknown, key: string): unknown {
  return isObject(parent) && Object.hasOwn(parent, key) ? Reflect.get(parent, key) : undefined;
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}
