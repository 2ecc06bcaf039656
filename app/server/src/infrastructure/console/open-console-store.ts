import type { ConsoleStore } from '../../application/console/console-store.ts';
import { openConsoleDatabase } from './open-console-database.ts';
import { createAccessTables } from './sqlite-access-tables.ts';
import { createDocumentTables } from './sqlite-document-tables.ts';
import { createRunTables } from './sqlite-run-tables.ts';

/** Opens the console's own store: one SQLite file that several servers of one machine may share. */
export function openConsoleStore(path: string): ConsoleStore {
  const database = openConsoleDatabase(path);
  const claim = database.prepare(`insert into claims (name) values (?) on conflict do nothing`);
  return {
    ...createAccessTables(database),
    ...createRunTables(database),
    ...createDocumentTables(database),
    claimOnce: (name) => claim.run(name).changes === 1,
    close: () => database.close(),
  };
}
