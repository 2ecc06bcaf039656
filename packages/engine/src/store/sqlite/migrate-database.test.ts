import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
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

it('accepts a file that another process migrates between two reads of the header', () => {
  const other = new DatabaseSync(path);
  let reads = 0;
  class InterruptedDatabase extends DatabaseSync {
    override prepare(sql: string): StatementSync {
      reads += 1;
      if (reads === 2) migrateDatabase(other, path);
      return super.prepare(sql);
    }
  }
  const interrupted = new InterruptedDatabase(path);
  expect(schemaVersion(interrupted, path)).toBe(0);
  migrateDatabase(interrupted, path);
  expect(schemaVersion(interrupted, path)).toBe(4);
  interrupted.close();
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
