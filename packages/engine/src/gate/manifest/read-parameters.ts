import type { ArgumentShape } from './infer-argument-role.ts';

/** One argument of a schema with its dotted path. */
export interface SchemaArgument extends ArgumentShape {
  readonly path: string;
}

const MAX_DEPTH = 4;
const MAX_ARGUMENTS = 200;

/** Lists the arguments that a JSON Schema describes, nested ones by dotted path. The schema may be malformed. */
export function readParameters(parameters: unknown): SchemaArgument[] {
  const found: SchemaArgument[] = [];
  collect(parameters, '', 0, found);
  return found;
}

function collect(schema: unknown, prefix: string, depth: number, found: SchemaArgument[]): void {
  const properties = fieldOf(schema, 'properties');
  if (typeof properties !== 'object' || properties === null || depth > MAX_DEPTH) return;
  for (const [name, property] of Object.entries(properties)) {
    if (found.length >= MAX_ARGUMENTS) return;
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const items = fieldOf(property, 'items');
    const description = fieldOf(property, 'description') ?? fieldOf(items, 'description');
    found.push({
      path,
      name,
      description: typeof description === 'string' ? description : undefined,
      type: typeOf(property) === 'array' ? typeOf(items) : typeOf(property),
      isChoice: Array.isArray(fieldOf(property, 'enum')) || Array.isArray(fieldOf(items, 'enum')),
    });
    collect(property, path, depth + 1, found);
    collect(items, path, depth + 1, found);
  }
}

function typeOf(schema: unknown): string | undefined {
  const type = fieldOf(schema, 'type');
  if (typeof type === 'string') return type;
  const choices = fieldOf(schema, 'anyOf');
  const types: unknown[] = Array.isArray(type)
    ? type
    : Array.isArray(choices)
      ? choices.map((choice) => fieldOf(choice, 'type'))
      : [];
  return types.filter((item) => typeof item === 'string').find((item) => item !== 'null');
}

function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}
