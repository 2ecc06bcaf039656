import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrateDatabase, schemaVersion } from './migrate-database.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sekisho-migrate-'));
  path = join(folder, 'state.db');
});

afterEach(() => rmSync(folder, { recursive: true }));

it('creates the schema once', () => {
  const database = new DatabaseSync(path);
  expect(schemaVersion(database, path)).toBe(0);
  migrateDatabase(database, path);
  migrateDatabase(database, path);
  expect(schemaVersion(database, path)).toBe(4);
  database.close();
});

it('does nothing when another process migrated while it waited for the lock', () => {
  const other = new DatabaseSync(path);
  class LateDatabase extends DatabaseSync {
    override exec(sql: string): void {
      if (sql === 'begin immediate') migrateDatabase(other, path);
      super.exec(sql);
    }
  }
  const late = new LateDatabase(path);
  migrateDatabase(late, path);
  expect(schemaVersion(late, path)).toBe(4);
  late.close();
  other.close();
});

it('leaves no partial schema when it fails', () => {
  const database = new DatabaseSync(path);
  database.exec('create table log (theirs)');
  expect(() => migrateDatabase(database, path)).toThrow('log');
  expect(schemaVersion(database, path)).toBe(0);
  expect(database.prepare('select name from sqlite_schema').all()).toEqual([{ name: 'log' }]);
  database.close();
});
