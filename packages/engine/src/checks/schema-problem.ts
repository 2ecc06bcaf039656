import { propertyOf, isObject } from '../wire/json-value.ts';

const MAX_DEPTH = 32;
const MAX_NODES = 5_000;
const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/**
 * Returns why an untrusted schema must not be used for validation, or undefined. It runs in this process, so external
 * references and unlimited depth are not allowed. A referenced definition counts each time, because it is validated each
 * time: thirty definitions that each refer twice to the next one would take days.
 */
export function schemaProblem(schema: unknown): string | undefined {
  if (propertyOf(schema, 'type') !== 'object') return 'its type is not "object"';
  let nodes = 0;
  const open = new Set<unknown>();
  const listed = new Set<unknown>();
  const visit = (value: unknown, depth: number): string | undefined => {
    nodes += 1;
    if (depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep`;
    if (nodes > MAX_NODES) return `it has more than ${MAX_NODES} parts`;
    if (Array.isArray(value)) {
      // A list of plain values, such as time zones, is cheap to check, so it counts once for all references.
      if (listed.has(value)) return undefined;
      if (value.every((item) => typeof item !== 'object')) listed.add(value);
      return firstOf(value, (item) => visit(item, depth + 1));
    }
    // A recursive reference is validated against a smaller part of the value, so it terminates.
    if (!isObject(value) || open.has(value)) return undefined;
    open.add(value);
    const problem = firstOf(Object.entries(value), ([key, item]: [string, unknown]) => {
      if (key === '$id' && typeof item === 'string' && depth > 0) return 'a part of it has an $id';
      if (!REFERENCES.has(key) || typeof item !== 'string') return visit(item, depth + 1);
      if (!/^#(?:\/|$)/.test(item)) return `its reference "${item}" is not inside of it`;
      return visit(partOf(schema, item), depth);
    });
    open.delete(value);
    return problem;
  };
  return visit(schema, 0);
}

/** Returns the part of a schema that a reference names. An unresolvable reference matches no value. */
function partOf(schema: unknown, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, step) => {
      const key = unescaped(step);
      return isObject(part) && Object.hasOwn(part, key) ? Reflect.get(part, key) : undefined;
    }, schema);
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
