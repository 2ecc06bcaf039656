import type { DatabaseSync } from 'node:sqlite';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { INITIAL } from './migrations/0001-initial.ts';
import { CLAIMED_RUNS } from './migrations/0002-runs-in-hand.ts';
import { APPLICATIONS } from './migrations/0003-applications.ts';
import { AUTHORITY } from './migrations/0004-authority.ts';
import { numberOf } from './row-values.ts';

// The text "SEKI" as a number. It distinguishes our files from SQLite files of other programs.
const APPLICATION_ID = 0x53454b49;

const MIGRATIONS: readonly string[] = [INITIAL, CLAIMED_RUNS, APPLICATIONS, AUTHORITY];

/** Updates the schema under the write lock. Throws for files of other programs and newer versions. */
export function migrateDatabase(database: DatabaseSync, path: string): void {
  if (schemaVersion(database, path) === MIGRATIONS.length) return;
  database.exec('begin immediate');
  try {
    // The version is read again, because another process may have migrated while this one waited for the lock.
    for (const migration of MIGRATIONS.slice(schemaVersion(database, path))) database.exec(migration);
    database.exec(
      `pragma application_id = ${APPLICATION_ID}; pragma user_version = ${MIGRATIONS.length}; commit`,
    );
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

/** Returns the schema version of the file, 0 for an empty file. */
export function schemaVersion(database: DatabaseSync, path: string): number {
  // The version is read first: another process may write both numbers between the two reads, and a version without our
  // application id would look like a file of another program.
  const version = pragma(database, 'user_version');
  const applicationId = pragma(database, 'application_id');
  if (applicationId !== APPLICATION_ID && (applicationId !== 0 || version !== 0)) {
    throw new SekishoError(
      'AGENTS-E-RUN-STATE',
      `"${path}" belongs to another program. Choose another file for the store.`,
    );
  }
  if (version > MIGRATIONS.length) {
    throw new SekishoError(
      'AGENTS-E-RUN-STATE',
      `"${path}" was written by a newer version of sekisho (schema ${version}; this version supports ${MIGRATIONS.length}). Update sekisho, or use another file.`,
    );
  }
  return version;
}

function pragma(database: DatabaseSync, name: string): number {
  return numberOf(database.prepare(`pragma ${name}`).get() ?? {}, name);
}
