import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { storeUnavailable } from '../../errors/service-error.ts';
import { decodeRow, encodeValue, type RunSql, type SqlDatabase, type SqlValue } from '../sql.ts';

type Prepare = (sql: string) => StatementSync;

/** Prepares each statement once. */
export function prepareOnce(database: DatabaseSync): Prepare {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const known = prepared.get(sql) ?? database.prepare(sql.replaceAll('$', '?'));
    prepared.set(sql, known);
    return known;
  };
}

/** Executes a statement immediately, for a change of several rows in one transaction. */
export type RunNow = (sql: string, values: readonly SqlValue[]) => Readonly<Record<string, unknown>>[];

/** Returns a function that executes statements immediately. */
export function runNow(prepare: Prepare): RunNow {
  return (sql, values) =>
    prepare(sql)
      .all(...values.map(encodeValue))
      .map(decodeRow);
}

/** A file for the shared statements. Without `write`, each statement is a transaction. */
export function sqliteDatabase(
  prepare: Prepare,
  write?: <Result>(job: () => Result) => Promise<Result>,
): SqlDatabase {
  const read: RunSql = async (sql, values) => {
    try {
      return prepare(sql).all(...values);
    } catch (cause) {
      throw storeUnavailable(cause);
    }
  };
  return {
    read,
    write: write ? (sql, values) => write(() => prepare(sql).all(...values)) : read,
    table: (name) => name,
    isOneOf: (column, parameter) => `${column} in (select value from json_each(${parameter}))`,
    rowsOf: (parameter) => `json_each(${parameter})`,
    arrayOf: (columns, table, condition) =>
      `(select json_group_array(json_object(${columns.map((name) => `'${name}', s.${name}`).join(', ')})
        order by s.seq) from ${table} s where ${condition})`,
  };
}
