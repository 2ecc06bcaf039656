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

/** Removes keywords from a JSON Schema that a provider rejects: always `$schema`, and the listed keywords. */
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
  // The keys of these objects are names that the author chose, so a key called "const" is not removed.
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    isRecord(item) ? cleanSchema(item, rejects) : item,
  ]);
  return Object.fromEntries(entries);
}
