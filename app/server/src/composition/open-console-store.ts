import type { StatementSync } from 'node:sqlite';
import { storeUnavailable } from '../errors/service-error.ts';
import type { RunSql } from '../storage/console-sql.ts';
import { openConsoleDatabase } from '../storage/open-console-database.ts';
import type { ConsoleStore } from './console-store.ts';
import { createConsoleStore } from './create-console-store.ts';

/** Opens the console's own store in one SQLite file, which several servers of one machine can share. */
export function openConsoleStore(path: string): ConsoleStore & { close: () => void } {
  const database = openConsoleDatabase(path);
  const prepared = new Map<string, StatementSync>();
  const run: RunSql = async (sql, values) => {
    try {
      const known = prepared.get(sql) ?? database.prepare(sql.replaceAll('$', '?'));
      prepared.set(sql, known);
      return known.all(...values);
    } catch (cause) {
      throw storeUnavailable(cause);
    }
  };
  const store = createConsoleStore({
    read: run,
    write: run,
    table: (name) => name,
    isOneOf: (column, parameter) => `${column} in (select value from json_each(${parameter}))`,
    rowsOf: (parameter) => `json_each(${parameter})`,
  });
  return { ...store, close: () => database.close() };
}
