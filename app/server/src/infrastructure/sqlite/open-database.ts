import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openSqliteFile } from '../open-sqlite-file.ts';
import { foldText } from '../fold-text.ts';
import { MIGRATIONS } from './migrations.ts';

// The text "SKCH" as a number: tells our files from those of other programs.
const APPLICATION_ID = 0x534b4348;

/** Opens the file for durable use, creating it and bringing its schema up to date under the write lock. */
export function openDatabase(path: string, lockTimeoutMs: number): DatabaseSync {
  const database = openSqliteFile(path, lockTimeoutMs);
  try {
    // Before anything is changed: a file that is not ours stays as it is.
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
    // Read again: another process may have migrated while this one waited for the lock.
    for (const migration of MIGRATIONS.slice(schemaVersion(database, path))) database.exec(migration);
    database.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${MIGRATIONS.length}`);
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

function schemaVersion(database: DatabaseSync, path: string): number {
  const { application_id: owner } = z
    .object({ application_id: z.number() })
    .parse(database.prepare('pragma application_id').get());
  const { user_version: version } = z
    .object({ user_version: z.number() })
    .parse(database.prepare('pragma user_version').get());
  if (owner !== APPLICATION_ID && (owner !== 0 || version !== 0)) {
    throw new Error(`"${path}" belongs to another program. Give the chat service a file of its own.`);
  }
  if (version > MIGRATIONS.length) {
    throw new Error(
      `"${path}" was written by a newer version (schema ${version}). Update, or use another file.`,
    );
  }
  return version;
}
