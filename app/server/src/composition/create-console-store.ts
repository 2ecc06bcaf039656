import { createAccessTables } from '../access/access-tables.ts';
import { createReviewTables } from '../approvals/review/review-tables.ts';
import { createDocumentTables } from '../policies/document-tables.ts';
import { createHolidayTables } from '../processes/schedule/holiday-tables.ts';
import { createRunTables } from '../runs/run-tables.ts';
import { createStatsTables } from '../stats/stats-tables.ts';
import { createSql, type SqlDatabase } from '../storage/sql.ts';
import type { ConsoleStore } from './console-store.ts';

/** Creates the console's own store on a database that has its tables. */
export function createConsoleStore(database: SqlDatabase): ConsoleStore {
  const sql = createSql(database);
  return {
    ...createAccessTables(sql),
    ...createRunTables(sql),
    ...createDocumentTables(sql),
    ...createHolidayTables(sql),
    ...createReviewTables(sql),
    ...createStatsTables(sql),
  };
}
