import { isRecord, type JsonRecord } from '../../json/is-record.ts';
import { readNumber, readRecord, readString } from '../../json/read-field.ts';

const DEEPEST = 8;

/** Returns a value that matches a JSON Schema, with words, numbers and enum values from a text. */
export function sampleFromSchema(schema: JsonRecord, text: string): unknown {
  return sample(
    schema,
    { text, numbers: [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number), root: schema },
    0,
  );
}

type Source = { text: string; numbers: number[]; root: JsonRecord };

function sample(schema: JsonRecord, source: Source, depth: number): unknown {
  if (depth > DEEPEST) return null;
  if ('const' in schema) return schema['const'];
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choose(choices, source.text);
  const target = followReference(schema, source.root) ?? firstAlternative(schema);
  if (target) return sample(target, source, depth + 1);
  switch (readType(schema)) {
    case 'object':
      return sampleObject(schema, source, depth);
    case 'array':
      return sampleArray(schema, source, depth);
    case 'integer':
      return clampNumber(schema, Math.trunc(source.numbers.shift() ?? 1));
    case 'number':
      return clampNumber(schema, source.numbers.shift() ?? 1);
    case 'boolean':
      return !/\b(?:no|not|false)\b|ない|いいえ|不要/i.test(source.text);
    case 'null':
      return null;
    default:
      return sampleString(schema, source.text);
  }
}

function readType(schema: JsonRecord): string {
  const type = schema['type'];
  if (Array.isArray(type)) return String(type.find((name) => name !== 'null') ?? 'null');
  if (typeof type === 'string') return type;
  return isRecord(schema['properties']) ? 'object' : 'string';
}

function sampleObject(schema: JsonRecord, source: Source, depth: number): JsonRecord {
  const properties = readRecord(schema, 'properties') ?? {};
  const required = Array.isArray(schema['required']) ? schema['required'] : Object.keys(properties);
  const fields = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(
    fields.map(([name, property]) => [
      name,
      isRecord(property) ? sample({ title: name, ...property }, source, depth + 1) : null,
    ]),
  );
}

function sampleArray(schema: JsonRecord, source: Source, depth: number): unknown[] {
  const items = readRecord(schema, 'items');
  const length = Math.min(3, Math.max(1, readNumber(schema, 'minItems') ?? 1));
  return items ? Array.from({ length }, () => sample(items, source, depth + 1)) : [];
}

/** What a string of a format looks like in the text, and its value if the text contains none. */
const FORMATS: ReadonlyMap<string, { pattern?: RegExp; sample: string }> = new Map([
  ['date', { pattern: /\d{4}-\d{2}-\d{2}/, sample: '2027-01-15' }],
  ['date-time', { sample: '2027-01-15T09:00:00Z' }],
  ['email', { pattern: /[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{1,64}/, sample: 'user@example.com' }],
  ['uri', { pattern: /https?:\/\/\S+/, sample: 'https://example.com/' }],
]);

function sampleString(schema: JsonRecord, text: string): string {
  const format = FORMATS.get(readString(schema, 'format') ?? '');
  if (format) return format.pattern?.exec(text)?.[0] ?? format.sample;
  const longest = readNumber(schema, 'maxLength') ?? 2000;
  const filled = text === '' ? (readString(schema, 'title') ?? 'text') : text;
  return filled.slice(0, longest).padEnd(readNumber(schema, 'minLength') ?? 0, '.');
}

function choose(choices: readonly unknown[], text: string): unknown {
  const lower = text.toLowerCase();
  return (
    choices.find((choice) => typeof choice === 'string' && lower.includes(choice.toLowerCase())) ?? choices[0]
  );
}

function clampNumber(schema: JsonRecord, value: number): number {
  const low = readNumber(schema, 'minimum') ?? Number.NEGATIVE_INFINITY;
  const high = readNumber(schema, 'maximum') ?? Number.POSITIVE_INFINITY;
  return Math.min(high, Math.max(low, value));
}

function firstAlternative(schema: JsonRecord): JsonRecord | undefined {
  const alternatives = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  if (!Array.isArray(alternatives)) return undefined;
  return alternatives.find((entry): entry is JsonRecord => isRecord(entry) && entry['type'] !== 'null');
}

function followReference(schema: JsonRecord, root: JsonRecord): JsonRecord | undefined {
  const path = readString(schema, '$ref');
  if (path === undefined || !path.startsWith('#')) return undefined;
  let target: unknown = root;
  for (const step of path.split('/').slice(1)) target = isRecord(target) ? target[step] : undefined;
  return isRecord(target) ? target : undefined;
}
