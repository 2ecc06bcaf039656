import { isRecord } from '../../api/is-record.ts';

const MAX_DEPTH = 4;

/** Returns the arguments of a tool as dotted paths, from its JSON schema and its manifest. */
export function listArgumentPaths(schema: unknown, known: readonly string[]): string[] {
  return [...new Set([...pathsOf(schema, '', MAX_DEPTH), ...known])];
}

function pathsOf(schema: unknown, prefix: string, depth: number): string[] {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  if (!isRecord(properties) || depth === 0) return [];
  return Object.entries(properties).flatMap(([name, inner]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const nested = pathsOf(inner, path, depth - 1);
    return nested.length > 0 ? nested : [path];
  });
}
