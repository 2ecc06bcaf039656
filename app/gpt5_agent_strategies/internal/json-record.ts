/** A JSON object whose fields have not been checked yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Returns true for a plain JSON object: not null, not an array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
