import { SCHEMA_REFERENCES, schemaPart } from '../contracts/schema-part.ts';

const MAX_DEPTH = 32;
const MAX_NODES = 5_000;

/**
 * Says why a schema of a server must not be used to check values, if so. It is written by a stranger and runs in our
 * process: no references to elsewhere, no depth without end. What is referred to counts each time, because it is checked
 * each time: thirty lines that refer to the next one twice would keep us busy for days.
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
      // A list of plain values, such as time zones, is looked through quickly, however often it is referred to.
      if (listed.has(value)) return undefined;
      if (value.every((item) => typeof item !== 'object')) listed.add(value);
      return firstOf(value, (item) => visit(item, depth + 1));
    }
    // What is open is checked against a smaller part of the value, so that ends by itself.
    if (typeof value !== 'object' || value === null || open.has(value)) return undefined;
    open.add(value);
    const problem = firstOf(Object.entries(value), ([key, item]) => {
      if (key === '$id' && typeof item === 'string' && depth > 0)
        return 'a part of its schema has an address of its own';
      if (!SCHEMA_REFERENCES.has(key) || typeof item !== 'string') return visit(item, depth + 1);
      const target = schemaPart(schema, item);
      return target
        ? visit(target.part, depth)
        : 'its schema refers to another document, or to a part by its name';
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
