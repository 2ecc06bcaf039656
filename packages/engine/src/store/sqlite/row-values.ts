import type { SQLOutputValue } from 'node:sqlite';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { loadedText } from '../stored-text.ts';

/** One row as the driver returns it. */
export type Row = Record<string, SQLOutputValue>;

export function textOf(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? loadedText(value) : rejectValue(column);
}

export function numberOf(row: Row, column: string): number {
  const value = row[column];
  return typeof value === 'number' ? value : rejectValue(column);
}

export function bytesOf(row: Row, column: string): Uint8Array | null {
  const value = row[column];
  return value === null || value instanceof Uint8Array ? value : rejectValue(column);
}

/** Returns a value of a closed set. Any other value means that the file was modified by another program. */
export function oneOf<Value extends string>(row: Row, column: string, values: readonly Value[]): Value {
  return values.find((value) => value === row[column]) ?? rejectValue(column);
}

function rejectValue(column: string): never {
  throw new SekishoError(
    'AGENTS-E-STORE',
    `The store contains an invalid value in "${column}". Restore the file from a backup.`,
  );
}
