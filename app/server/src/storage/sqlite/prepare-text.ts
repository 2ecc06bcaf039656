import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { loadedText, storedText } from '@sekisho/postgres';

type Row = Record<string, SQLOutputValue>;

/** A statement that stores and reads texts unchanged, whatever they contain. */
export interface TextStatement {
  run(...values: SQLInputValue[]): { readonly changes: number | bigint };
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  allNamed(values: Record<string, SQLInputValue>): Row[];
}

/** Prepares a statement that encodes its texts, because Node 22 reads a text only up to its first NUL. */
export function prepareText(database: DatabaseSync, sql: string): TextStatement {
  const statement = database.prepare(sql);
  return {
    run: (...values) => statement.run(...values.map(encode)),
    get: (...values) => {
      const row = statement.get(...values.map(encode));
      return row && decodeRow(row);
    },
    all: (...values) => statement.all(...values.map(encode)).map(decodeRow),
    allNamed: (values) => {
      const encoded = Object.entries(values).map(([name, value]) => [name, encode(value)] as const);
      return statement.all(Object.fromEntries(encoded)).map(decodeRow);
    },
  };
}

function encode(value: SQLInputValue): SQLInputValue {
  return typeof value === 'string' ? storedText(value) : value;
}

function decodeRow(row: Row): Row {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'string') row[name] = loadedText(value);
  }
  return row;
}
