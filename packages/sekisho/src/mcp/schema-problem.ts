const MAX_DEPTH = 32;
const MAX_NODES = 5_000;

/**
 * Says why a schema of a server must not be used to check values, if so. It is written by a stranger and runs in our
 * process: no references to elsewhere, no depth without end.
 */
export function schemaProblem(schema: Readonly<Record<string, unknown>>): string | undefined {
  if (schema['type'] !== 'object') return 'its input schema does not describe an object';
  let nodes = 0;
  const visit = (value: unknown, depth: number): string | undefined => {
    nodes += 1;
    if (depth > MAX_DEPTH || nodes > MAX_NODES) return 'its schema is too deep or too large';
    if (Array.isArray(value)) return firstOf(value, (item) => visit(item, depth + 1));
    if (typeof value !== 'object' || value === null) return undefined;
    return firstOf(
      Object.entries(value),
      ([key, item]) => keywordProblem(key, item) ?? visit(item, depth + 1),
    );
  };
  return visit(schema, 0);
}

function keywordProblem(key: string, value: unknown): string | undefined {
  if ((key === '$ref' || key === '$dynamicRef') && typeof value === 'string' && !value.startsWith('#')) {
    return 'its schema refers to another document';
  }
  return undefined;
}

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
