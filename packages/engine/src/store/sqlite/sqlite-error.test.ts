import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { isBusy, sqliteError } from './sqlite-error.ts';

const tooLarge = (database: DatabaseSync) => {
  database.exec('pragma max_page_count = 3');
  database.exec('insert into rows values (zeroblob(100000))');
};

it.each([
  ['is on a disk that is full', tooLarge],
  [
    'is read-only',
    (database: DatabaseSync) => database.exec('pragma query_only = on; insert into rows values (1)'),
  ],
  ['could not execute the operation', (database: DatabaseSync) => database.exec('select * from nothing')],
])('reports that the store %s and keeps the cause', (reason, fail) => {
  const cause = inDatabase(fail);
  const error = sqliteError(cause, 'state.db');
  expect(error).toMatchObject({ code: 'AGENTS-E-STORE', cause });
  expect(error.message).toContain(`"state.db" ${reason}`);
  expect(isBusy(cause)).toBe(false);
});

it.each([
  ['a folder', () => mkdirSync('/dev/null/store')],
  ['a file', () => openSync('/dev/null/store/state.db', 'a')],
  ['a database', () => new DatabaseSync('/dev/null/state.db')],
])('names the path and the options when %s cannot be opened', (_what, fail) => {
  const { message } = sqliteError(errorOf(fail), '/dev/null/state.db');
  expect(message).toMatch(/^The store "\/dev\/null\/state\.db" (?:cannot be written|could not be opened)\./);
  expect(message).toContain('createRunner({ store: { directory } }) or SEKISHO_DIR');
});

it('recognizes a lock of another connection', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-lock-'));
  const holder = new DatabaseSync(join(folder, 'state.db'));
  const waiter = new DatabaseSync(join(folder, 'state.db'));
  holder.exec('begin exclusive');
  const cause = errorOf(() => waiter.exec('begin immediate'));
  holder.close();
  waiter.close();
  rmSync(folder, { recursive: true });
  expect(isBusy(cause)).toBe(true);
  expect(sqliteError(cause, 'state.db').message).toContain('locked by another process');
});

it('returns an error of this package unchanged', () => {
  const error = new SekishoError('AGENTS-E-RUN-STATE', 'Newer.');
  expect(sqliteError(error, 'state.db')).toBe(error);
});

function inDatabase(fail: (database: DatabaseSync) => void): unknown {
  const database = new DatabaseSync(':memory:');
  database.exec('create table rows (value)');
  return errorOf(() => fail(database));
}

function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
