import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Returns whether the store in this file contains runs of another application. Runs of version 0.1 have no
 * application.
 */
export function hasForeignRuns(path: string, application: string): boolean {
  if (!existsSync(path)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    const column = database
      .prepare(`select 1 from pragma_table_info('runs') where name = 'application'`)
      .get();
    if (column === undefined) return false;
    const foreign = database.prepare(`select 1 from runs where application not in (?, '') limit 1`);
    return foreign.get(application) !== undefined;
  } catch {
    // The engine opens the same file next and reports what is wrong with it.
    return false;
  } finally {
    database?.close();
  }
}
