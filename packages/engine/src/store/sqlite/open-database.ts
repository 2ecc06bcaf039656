import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrivateFolder } from '../../config/load-secret.ts';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { loadNodeSqlite } from './load-node-sqlite.ts';
import { migrateDatabase, schemaVersion } from './migrate-database.ts';
import { foldersToSync, syncFolder } from './sync-folder.ts';
import { requireSafeSqlite } from './require-safe-sqlite.ts';
import { textOf } from './row-values.ts';
import { isBusy } from './sqlite-error.ts';

const RETRY_MS = 20;

/**
 * The settings of every connection. A commit does not sync the log, because that would block the event loop: see
 * GroupCommit. SQLite still syncs both files when it copies the log. On macOS, only fullfsync reaches the disk.
 */
export const SETTINGS =
  'pragma synchronous = normal; pragma fullfsync = on; pragma checkpoint_fullfsync = on; ' +
  'pragma wal_autocheckpoint = 0; pragma trusted_schema = off; pragma cache_size = -16000';

/**
 * Opens the file for use by several processes. A new file is readable by its owner only. The schema and the names of the
 * files are on disk when the promise is resolved.
 */
export async function openDatabase(path: string, lockTimeoutMs: number): Promise<DatabaseSync> {
  const folders = foldersToSync(dirname(path));
  makePrivateFolder(dirname(path));
  createFile(path);
  const { DatabaseSync } = loadNodeSqlite();
  const database = new DatabaseSync(path, { timeout: lockTimeoutMs });
  try {
    requireSafeSqlite(textOf(database.prepare('select sqlite_version() as version').get() ?? {}, 'version'));
    // Checked before any change, so that a file of another program is not modified.
    schemaVersion(database, path);
    await switchToWal(database, path, lockTimeoutMs);
    database.exec(`${SETTINGS}; pragma synchronous = full`);
    migrateDatabase(database, path);
    database.exec(SETTINGS);
    for (const folder of folders) await syncFolder(folder);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the connection for reads during a sync. */
export function openReader(path: string): DatabaseSync {
  const { DatabaseSync } = loadNodeSqlite();
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec(SETTINGS);
  return database;
}

function createFile(path: string): void {
  try {
    // An existing file is not opened: closing it would release the locks of all other connections of this process.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

// SQLite does not wait for the lock when two processes create the file at the same time, so this function retries.
async function switchToWal(database: DatabaseSync, path: string, lockTimeoutMs: number): Promise<void> {
  for (let waited = 0; ; waited += RETRY_MS) {
    try {
      const mode = textOf(database.prepare('pragma journal_mode = wal').get() ?? {}, 'journal_mode');
      if (mode === 'wal') return;
      throw new SekishoError(
        'AGENTS-E-STORE',
        `The file system of "${path}" does not support shared memory between processes. Use a local disk for the store.`,
      );
    } catch (error) {
      if (!isBusy(error) || waited >= lockTimeoutMs) throw error;
      await sleep(RETRY_MS);
    }
  }
}
