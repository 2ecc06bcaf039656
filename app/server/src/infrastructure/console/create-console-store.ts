import { storedText } from 'sekisho/store-adapter';
import type { ConsoleStore } from '../../application/console/console-store.ts';
import { createAccessTables } from './access-tables.ts';
import type { ConsoleSql } from './console-sql.ts';
import { createDocumentTables } from './document-tables.ts';
import { createRunTables } from './run-tables.ts';

/** Creates the console's own store on a database that has its tables. */
export function createConsoleStore(database: ConsoleSql): ConsoleStore {
  const { write, table } = database;
  const claim = `insert into ${table('claims')} (name) values ($1) on conflict do nothing returning name`;
  return {
    ...createAccessTables(database),
    ...createRunTables(database),
    ...createDocumentTables(database),
    claimOnce: async (name) => (await write(claim, [storedText(name)])).length === 1,
  };
}
