import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openSqliteFile } from '../open-sqlite-file.ts';
import { MIGRATIONS } from './migrations.ts';

// The text "SKCH" as a number. It distinguishes our files from those of other programs.
const APPLICATION_ID = 0x534b4348;

/** Opens or creates the file for durable writes and migrates its schema under the write lock. */
export function openDatabase(path: string, lockTimeoutMs: number): DatabaseSync {
  const database = openSqliteFile(path, lockTimeoutMs);
  try {
    // The version is checked before any change, so that a file of another program stays unchanged.
    schemaVersion(database, path);
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on');
    database.exec('pragma foreign_keys = on; pragma trusted_schema = off');
    migrate(database, path);
    database.function('fold', { deterministic: true }, (text) => foldText(String(text ?? '')));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function migrate(database: DatabaseSync, path: string): void {
  if (schemaVersion(database, path) === MIGRATIONS.length) return;
  database.exec('begin immediate');
  try {
    // The version is read again, because another process may have migrated while this one waited for the lock.
    for (const migration of MIGRATIONS.slice(schemaVersion(database, path))) database.exec(migration);
    database.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${MIGRATIONS.length}`);
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

function schemaVersion(database: DatabaseSync, path: string): number {
  // The version is read first: another process may write both numbers between the two reads, and a version without our
  // application id would look like a file of another program.
  const { user_version: version } = z
    .object({ user_version: z.number() })
    .parse(database.prepare('pragma user_version').get());
  const { application_id: owner } = z
    .object({ application_id: z.number() })
    .parse(database.prepare('pragma application_id').get());
  if (owner !== APPLICATION_ID && (owner !== 0 || version !== 0)) {
    throw new Error(`"${path}" belongs to another program. Set SEKISHO_DATA_DIR to another folder.`);
  }
  if (version > MIGRATIONS.length) {
    throw new Error(
      `"${path}" was written by a newer version (schema ${version}). Update Sekisho, or set SEKISHO_DATA_DIR to another folder.`,
    );
  }
  return version;
}

/** Normalizes case and character width, so that a search finds every spelling of a text. */
const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();
