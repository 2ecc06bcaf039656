import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openSqliteFile } from './open-sqlite-file.ts';

/** The identity and the schema of a file of this server. */
type FileSchema = {
  /** A number that distinguishes our files from those of other programs. */
  readonly applicationId: number;
  /** One migration per version. A released migration never changes. */
  readonly migrations: readonly string[];
  readonly lockTimeoutMs: number;
};

/** Opens or creates a file for durable writes and migrates its schema under the write lock. */
export function openMigratedFile(path: string, schema: FileSchema): DatabaseSync {
  const { applicationId, migrations, lockTimeoutMs } = schema;
  const database = openSqliteFile(path, lockTimeoutMs);
  try {
    // The version is checked before any change, so that a file of another program stays unchanged.
    const version = versionOf(database, path, schema);
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on');
    database.exec('pragma foreign_keys = on; pragma trusted_schema = off');
    if (version === migrations.length) return database;
    database.exec('begin immediate');
    // The version is read again, because another process may have migrated while this one waited for the lock.
    for (const step of migrations.slice(versionOf(database, path, schema))) database.exec(step);
    database.exec(
      `pragma application_id = ${applicationId}; pragma user_version = ${migrations.length}; commit`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function versionOf(database: DatabaseSync, path: string, { applicationId, migrations }: FileSchema): number {
  const read = (name: string) =>
    z.record(z.literal(name), z.number()).parse(database.prepare(`pragma ${name}`).get())[name] ?? 0;
  // The version is read first: another process may write both numbers between the two reads, and a version without our
  // application id would look like a file of another program.
  const version = read('user_version');
  const owner = read('application_id');
  if (owner !== applicationId && (owner !== 0 || version !== 0))
    throw new Error(`"${path}" belongs to another program. Set SEKISHO_DATA_DIR to another folder.`);
  if (version > migrations.length)
    throw new Error(
      `"${path}" was written by a newer version (schema ${version}). Update Sekisho, or set SEKISHO_DATA_DIR to another folder.`,
    );
  return version;
}
