import { CONSOLE_MIGRATIONS } from '../storage/console-schema.ts';
import { openMigratedFile } from '../storage/open-migrated-file.ts';
import { prepareOnce, sqliteDatabase } from '../storage/sqlite/sqlite-sql.ts';
import type { ConsoleStore } from './console-store.ts';
import { createConsoleStore } from './create-console-store.ts';

// The application id is the text "SKCN" as a number.
const SCHEMA = { applicationId: 0x534b434e, migrations: CONSOLE_MIGRATIONS, lockTimeoutMs: 5000 };

/** Opens the console's own store in one SQLite file, which several servers of one machine can share. */
export function openConsoleStore(path: string): ConsoleStore & { close: () => void } {
  const database = openMigratedFile(path, SCHEMA);
  const store = createConsoleStore(sqliteDatabase(prepareOnce(database)));
  return { ...store, close: () => database.close() };
}
