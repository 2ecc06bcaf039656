import { storedText } from 'sekisho/store-adapter';
import { createAccessTables } from '../access/access-tables.ts';
import { createReviewTables } from '../approvals/review/review-tables.ts';
import { createDocumentTables } from '../policies/document-tables.ts';
import { createRunTables } from '../runs/run-tables.ts';
import { createStatsTables } from '../stats/stats-tables.ts';
import type { ConsoleSql } from '../storage/console-sql.ts';
import type { ConsoleStore } from './console-store.ts';

/** Creates the console's own store on a database that has its tables. */
export function createConsoleStore(database: ConsoleSql): ConsoleStore {
  const { write, table } = database;
  const claim = `insert into ${table('claims')} (name) values ($1) on conflict do nothing returning name`;
  return {
    ...createAccessTables(database),
    ...createRunTables(database),
    ...createDocumentTables(database),
    ...createReviewTables(database),
    ...createStatsTables(database),
    claimOnce: async (name) => (await write(claim, [storedText(name)])).length === 1,
  };
}
