import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { CONSOLE_MIGRATIONS } from './console-schema.ts';
import { openSqliteFile } from './open-sqlite-file.ts';

// The text "SKCN" as a number. It distinguishes our files from those of other programs.
const APPLICATION_ID = 0x534b434e;
const LOCK_TIMEOUT_MS = 5000;

/** Opens or creates the console's file and migrates its schema under the write lock. */
export function openConsoleDatabase(path: string): DatabaseSync {
  const database = openSqliteFile(path, LOCK_TIMEOUT_MS);
  try {
    versionOf(database, path);
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off');
    database.exec('begin immediate');
    for (const step of CONSOLE_MIGRATIONS.slice(versionOf(database, path))) database.exec(step);
    database.exec(
      `pragma application_id = ${APPLICATION_ID}; pragma user_version = ${CONSOLE_MIGRATIONS.length}; commit`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function versionOf(database: DatabaseSync, path: string): number {
  const read = (name: string) =>
    z.record(z.literal(name), z.number()).parse(database.prepare(`pragma ${name}`).get())[name] ?? 0;
  // The version is read first: another process may write both numbers between the two reads, and a version without our
  // application id would look like a file of another program.
  const version = read('user_version');
  const owner = read('application_id');
  if (owner !== APPLICATION_ID && (owner !== 0 || version !== 0))
    throw new Error(`"${path}" belongs to another program. Set SEKISHO_DATA_DIR to another folder.`);
  if (version > CONSOLE_MIGRATIONS.length)
    throw new Error(
      `"${path}" was written by a newer version (schema ${version}). Update Sekisho, or set SEKISHO_DATA_DIR to another folder.`,
    );
  return version;
}
