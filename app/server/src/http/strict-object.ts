import { z } from '@hono/zod-openapi';

/** Creates a schema that rejects unknown fields. Its error has one line per unknown field, with a suggestion. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code, keys, inst }) => {
      if (code !== 'unrecognized_keys' || !Array.isArray(keys) || !(inst instanceof z.ZodType))
        return undefined;
      const { properties } = z.toJSONSchema(inst, { io: 'input', unrepresentable: 'any' });
      return keys.map((key) => describeUnknownField(key, properties ?? {})).join('\n');
    },
  });
}

type Fields = Readonly<Record<string, unknown>>;

const MAX_SHOWN_LENGTH = 64;
const MAX_DISTANCE = 2;

/** Returns the message for an unknown field, with a suggestion: a field with a similar name, or a nested field. */
function describeUnknownField(field: string, fields: Fields): string {
  const known = Object.keys(fields);
  const inside = known.flatMap((outer) =>
    Object.keys(fieldsOf(fields[outer])).map((inner) => [outer, inner] as const),
  );
  const exact = inside.find(([, inner]) => inner === field);
  const similar = [...known.map((name) => [name] as const), ...inside].find((path) =>
    isSimilar(path.at(-1) ?? '', field),
  );
  const suggestion = exact ?? similar;
  const unknown = `Unknown field ${JSON.stringify(field.slice(0, MAX_SHOWN_LENGTH))}.`;
  if (suggestion !== undefined) return `${unknown} Did you mean "${suggestion.join('.')}"?`;
  return known.length === 0
    ? `${unknown} No fields are allowed here.`
    : `${unknown} Known fields: ${known.join(', ')}.`;
}

function fieldsOf(schema: unknown): Fields {
  const isObject = typeof schema === 'object' && schema !== null && 'properties' in schema;
  const { properties } = isObject ? schema : { properties: undefined };
  return typeof properties === 'object' && properties !== null ? { ...properties } : {};
}

function isSimilar(name: string, field: string): boolean {
  const [a, b] = [name, field.slice(0, MAX_SHOWN_LENGTH)].map((text) =>
    text.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
  );
  if (a === undefined || b === undefined || a.length < 3 || b.length < 3) return a === b;
  return a === b || distance(a, b) <= Math.min(MAX_DISTANCE, Math.floor(a.length / 3));
}

function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of from.split('').entries()) {
    const next = [index + 1];
    for (const [column, other] of to.split('').entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
