import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { loadNodeSqlite } from './load-node-sqlite.ts';

const VERSION = 1;
const LOCK_TIMEOUT_MS = 5000;
const SCHEMA = `
  create table if not exists tasks (
    id text primary key, owner text not null, tool text not null, status text not null, createdAt integer not null,
    updatedAt integer not null, endsAt integer not null, note text, outcome text, runner text not null
  ) strict;
  create table if not exists runners (slot integer primary key, runner text not null) strict;
  pragma user_version = ${VERSION};`;

/** Opens the database of the tasks: in a file that only this user can read, or in memory without a folder. */
export function openTaskDatabase(folder: string | undefined): DatabaseSync {
  const path = folder === undefined ? ':memory:' : openPrivately(join(folder, 'tasks.sqlite'));
  const { DatabaseSync } = loadNodeSqlite();
  const database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
  try {
    // Expired answers must not remain in the free pages of the file.
    database.exec('pragma synchronous = full; pragma fullfsync = on; pragma secure_delete = on');
    const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
    if (version > VERSION)
      throw new Error(
        `"${path}" was written by a newer version of this program. Update the program or choose another folder.`,
      );
    if (version < VERSION) database.exec(`begin immediate; ${SCHEMA} commit;`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Makes the file readable by this user only, including a file that already exists. */
export function openPrivately(path: string): string {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  return path;
}
