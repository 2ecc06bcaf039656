import { SCHEMA_REFERENCES, schemaPart } from '../../checks/schema-part.ts';

const MAX_DEPTH = 32;
const MAX_NODES = 5_000;

/**
 * Returns why a schema of a server must not be used for validation, or undefined. The schema is untrusted and runs in
 * this process, so external references and unlimited depth are not allowed. A referenced definition counts each time,
 * because it is validated each time: thirty definitions that each refer twice to the next one would take days.
 */
export function schemaProblem(schema: Readonly<Record<string, unknown>>): string | undefined {
  if (schema['type'] !== 'object') return 'its input schema does not describe an object';
  let nodes = 0;
  const open = new Set<unknown>();
  const listed = new Set<unknown>();
  const visit = (value: unknown, depth: number): string | undefined => {
    nodes += 1;
    if (depth > MAX_DEPTH || nodes > MAX_NODES) return 'its schema is too deep or too large';
    if (Array.isArray(value)) {
      // A list of plain values, such as time zones, is cheap to check, so it counts once for all references.
      if (listed.has(value)) return undefined;
      if (value.every((item) => typeof item !== 'object')) listed.add(value);
      return firstOf(value, (item) => visit(item, depth + 1));
    }
    // A recursive reference is validated against a smaller part of the value, so it terminates.
    if (typeof value !== 'object' || value === null || open.has(value)) return undefined;
    open.add(value);
    const problem = firstOf(Object.entries(value), ([key, item]) => {
      if (key === '$id' && typeof item === 'string' && depth > 0) return 'a part of its schema has an $id';
      if (!SCHEMA_REFERENCES.has(key) || typeof item !== 'string') return visit(item, depth + 1);
      const target = schemaPart(schema, item);
      return target ? visit(target.part, depth) : 'its schema refers to another document or to an anchor';
    });
    open.delete(value);
    return problem;
  };
  return visit(schema, 0);
}

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
