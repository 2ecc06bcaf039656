import { isRecord } from '../json-record.ts';
import type { JsonRecord } from '../json-record.ts';

const MAPS_OF_SCHEMAS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
const PLAIN_VALUES = new Set(['enum', 'const', 'default', 'examples', 'required']);

/** Takes out of a JSON Schema what a provider rejects: always `$schema`, the other keywords as listed. */
export function cleanSchema(schema: JsonRecord, rejects: readonly string[]): JsonRecord {
  const cleaned: JsonRecord = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$schema') continue;
    if (keyword === 'const' && rejects.includes('const')) cleaned['enum'] = [value];
    else if (!rejects.includes(keyword)) cleaned[keyword] = cleanKeyword(keyword, value, rejects);
  }
  return cleaned;
}

function cleanKeyword(keyword: string, value: unknown, rejects: readonly string[]): unknown {
  if (PLAIN_VALUES.has(keyword)) return value;
  if (Array.isArray(value)) {
    return value.map((item: unknown) => (isRecord(item) ? cleanSchema(item, rejects) : item));
  }
  if (!isRecord(value)) return value;
  if (!MAPS_OF_SCHEMAS.has(keyword)) return cleanSchema(value, rejects);
  // The keys of these are names that the author chose, so one called "const" stays.
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    isRecord(item) ? cleanSchema(item, rejects) : item,
  ]);
  return Object.fromEntries(entries);
}
