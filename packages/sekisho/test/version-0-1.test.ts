import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { describeVersion01 } from '../../../test/describe-version-0-1.ts';

const fixture = readFileSync(join(import.meta.dirname, 'fixtures', 'store-0.1.sql'), 'utf8');

describeVersion01('An embedded store', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sekisho-version-0-1-'));
  const file = join(directory, 'state.db');
  let database = new DatabaseSync(file);
  database.exec(fixture);
  return {
    store: { directory },
    fixture,
    rows: async (table) => database.prepare(`select * from ${table}`).all(),
    run: async (sql) => database.exec(sql),
    insert: async (table, row) => {
      const places = Object.keys(row).map(() => '?');
      const values = Object.values(row).filter(isStorable);
      database
        .prepare(`insert into ${table} (${Object.keys(row).join()}) values (${places.join()})`)
        .run(...values);
    },
    restore: async () => {
      database.close();
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
      database = new DatabaseSync(file);
      database.exec(fixture);
    },
    close: async () => {
      database.close();
      rmSync(directory, { recursive: true });
    },
  };
});

const isStorable = (value: unknown): value is SQLInputValue =>
  value === null || typeof value === 'string' || typeof value === 'number';
