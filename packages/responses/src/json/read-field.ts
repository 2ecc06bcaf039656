import { isRecord, type JsonRecord } from './is-record.ts';

/** Returns the own field as a string, or undefined when it has another type. */
export function readString(record: JsonRecord, name: string): string | undefined {
  const value = own(record, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the own field as a finite number, or undefined when it has another type. */
export function readNumber(record: JsonRecord, name: string): number | undefined {
  const value = own(record, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Returns the own field as an object, or undefined when it has another type. */
export function readRecord(record: JsonRecord, name: string): JsonRecord | undefined {
  const value = own(record, name);
  return isRecord(value) ? value : undefined;
}

/** Returns the objects inside the own array field. Other values are omitted. */
export function readRecords(record: JsonRecord, name: string): JsonRecord[] {
  const value = own(record, name);
  return Array.isArray(value) ? value.filter((entry) => isRecord(entry)) : [];
}

// Only own properties count, so that a stream that names "constructor" does not match Object.prototype.
function own(record: JsonRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
