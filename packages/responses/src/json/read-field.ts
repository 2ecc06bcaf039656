import { isRecord, type JsonRecord } from './is-record.ts';

/** The own field as a string, or undefined when it is anything else. */
export function readString(record: JsonRecord, name: string): string | undefined {
  const value = own(record, name);
  return typeof value === 'string' ? value : undefined;
}

/** The own field as a finite number, or undefined when it is anything else. */
export function readNumber(record: JsonRecord, name: string): number | undefined {
  const value = own(record, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The own field as an object, or undefined when it is anything else. */
export function readRecord(record: JsonRecord, name: string): JsonRecord | undefined {
  const value = own(record, name);
  return isRecord(value) ? value : undefined;
}

/** The objects inside the own array field; anything that is not an object is left out. */
export function readRecords(record: JsonRecord, name: string): JsonRecord[] {
  const value = own(record, name);
  return Array.isArray(value) ? value.filter((entry) => isRecord(entry)) : [];
}

// Own properties only: a stream that names "constructor" must not find Object.prototype.
function own(record: JsonRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
