import type { JsonRecord } from './json-record.ts';

const MAX_FIELDS = 20;
const MAX_FIELD_NAME = 64;

/** Describes a value without its content: its type, its size, and the names of its fields. */
export function summarize(value: unknown): JsonRecord {
  if (typeof value === 'string') return { type: 'string', characters: value.length };
  if (typeof value !== 'object' || value === null) return { type: value === null ? 'null' : typeof value };
  const characters = JSON.stringify(value).length;
  if (Array.isArray(value)) return { type: 'array', items: value.length, characters };
  const names = Object.keys(value).slice(0, MAX_FIELDS);
  return { type: 'object', fields: names.map((name) => name.slice(0, MAX_FIELD_NAME)), characters };
}
