import { isRecord, type JsonRecord } from './json-record.ts';

/** Parses a JSON object; undefined for any other text. */
export function parseJsonObject(text: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
