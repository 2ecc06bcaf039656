import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrivateFolder } from '../../config/make-private-folder.ts';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { loadNodeSqlite } from './load-node-sqlite.ts';
import { migrateDatabase, schemaVersion } from './migrate-database.ts';
import { requireSafeSqlite } from './require-safe-sqlite.ts';
import { textOf } from './row-values.ts';
import { isBusy } from './sqlite-error.ts';

const RETRY_MS = 20;

/** Opens the file for durable use by several processes. A new file is readable by its owner only. */
export async function openDatabase(path: string, lockTimeoutMs: number): Promise<DatabaseSync> {
  makePrivateFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600));
  const { DatabaseSync } = loadNodeSqlite();
  const database = new DatabaseSync(path, { timeout: lockTimeoutMs });
  try {
    requireSafeSqlite(textOf(database.prepare('select sqlite_version() as version').get() ?? {}, 'version'));
    // Checked before any change, so that a file of another program is not modified.
    schemaVersion(database, path);
    await switchToWal(database, path, lockTimeoutMs);
    // FULL syncs on every commit. On macOS, only fullfsync reaches the disk.
    database.exec('pragma synchronous = full; pragma fullfsync = on; pragma checkpoint_fullfsync = on');
    database.exec('pragma trusted_schema = off; pragma cache_size = -16000');
    migrateDatabase(database, path);
    return database;
  } catch (error) {
    database.close();
    throw error;
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
