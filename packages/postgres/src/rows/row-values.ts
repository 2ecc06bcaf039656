import { SekishoError } from '@sekisho/engine';
import { z } from 'zod';
import { loadedText } from '@sekisho/engine/store-adapter';

/** One row as the server sends it; all values are text. */
export type Row = Readonly<Record<string, string | null>>;

const contentSchema = z.record(z.string(), z.union([z.string(), z.number().transform(String), z.null()]));

/** The row that a statement returns as JSON in the column `content`. */
export function contentOf(row: Row): Row {
  return contentSchema.parse(JSON.parse(row['content'] ?? refuse('content')));
}

export function textOf(row: Row, column: string): string {
  return loadedText(row[column] ?? refuse(column));
}

export function numberOf(row: Row, column: string): number {
  const value = Number(row[column] ?? Number.NaN);
  return Number.isNaN(value) ? refuse(column) : value;
}

/** A column that the statement returns as hexadecimal text. */
export function bytesOf(row: Row, column: string): Uint8Array | null {
  const value = row[column] ?? null;
  return value === null ? null : new Uint8Array(Buffer.from(value, 'hex'));
}

/** A column that holds milliseconds since 1970, as ISO text. */
export function isoOf(row: Row, column: string): string {
  return new Date(numberOf(row, column)).toISOString();
}

/** A value of a closed set. Any other value means that another program changed the table. */
export function oneOf<Value extends string>(row: Row, column: string, values: readonly Value[]): Value {
  return values.find((value) => value === row[column]) ?? refuse(column);
}

function refuse(column: string): never {
  throw new SekishoError(
    'AGENTS-E-STORE',
    `The store holds an unreadable value in "${column}". Restore the table from a backup.`,
  );
}
