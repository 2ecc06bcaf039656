/** One plain value inside the arguments of a call. */
export interface Leaf {
  /** The path with indexes, for display: `payments[0].amount`. */
  readonly path: string;
  /** The path without indexes, for the manifest: `payments.amount`. */
  readonly name: string;
  readonly value: string | number;
}

const MAX_DEPTH = 16;

/**
 * Lists the texts and numbers inside a value, without keys of objects. Returns undefined when there are more than
 * `limit` or the value is too deep.
 */
export function leavesOf(value: unknown, limit: number): Leaf[] | undefined {
  const leaves: Leaf[] = [];
  return collect(value, '', '', 0, { leaves, limit }) ? leaves : undefined;
}

interface Collection {
  readonly leaves: Leaf[];
  readonly limit: number;
}

function collect(value: unknown, path: string, name: string, depth: number, into: Collection): boolean {
  if (depth > MAX_DEPTH || into.leaves.length > into.limit) return false;
  if (typeof value === 'string' || typeof value === 'number') {
    into.leaves.push({ path, name, value });
    return true;
  }
  if (Array.isArray(value)) {
    return value.every((item, index) => collect(item, `${path}[${index}]`, name, depth + 1, into));
  }
  if (typeof value !== 'object' || value === null) return true;
  for (const key of Object.keys(value)) {
    const childPath = path === '' ? key : `${path}.${key}`;
    const childName = name === '' ? key : `${name}.${key}`;
    if (!collect(Reflect.get(value, key), childPath, childName, depth + 1, into)) return false;
  }
  return true;
}

const MAX_JSON_CHARACTERS = 20_000;

/** Lists the values inside a text that is a JSON document: an argument may hide its object in a text. */
export function leavesOfJson({ path, value }: Leaf): readonly Leaf[] {
  if (typeof value !== 'string' || value.length > MAX_JSON_CHARACTERS || !/^\s*[[{]/.test(value)) return [];
  try {
    const leaves = leavesOf(JSON.parse(value), MAX_JSON_LEAVES) ?? [];
    return leaves.map((leaf) => ({ ...leaf, path: `${path}:${leaf.path}` }));
  } catch {
    return [];
  }
}

const MAX_JSON_LEAVES = 200;
