import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { afterAll } from 'vitest';
import { describeVersion01 } from '../../../test/describe-version-0-1.ts';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { postgresStore } from '../src/index.ts';

const fixture = readFileSync(join(import.meta.dirname, 'fixtures', 'store-0.1.sql'), 'utf8');
const postgres = await sharedPostgres();
let opened = 0;

afterAll(() => postgres.stop());

describeVersion01('A PostgreSQL store', async () => {
  opened += 1;
  const url = await postgres.createDatabase(`version_0_1_${opened}`, { like: await loaded() });
  const pool = new Pool({ connectionString: url, options: '-c search_path=sekisho' });
  const markDirectory = mkdtempSync(join(tmpdir(), 'sekisho-mark-'));
  return {
    store: postgresStore(pool, { clock: 'host' }),
    fixture,
    rows: async (table) => (await pool.query(`select * from ${table}`)).rows,
    run: async (sql) => void (await pool.query(sql)),
    insert: async (table, row) => {
      // PostgreSQL numbers the rows itself.
      const columns = Object.entries(row).filter(([column]) => column !== 'number');
      const names = columns.map(([column]) => column).join();
      const places = columns.map((_column, index) => `$${index + 1}`).join();
      await pool.query(
        `insert into ${table} (${names}) values (${places})`,
        columns.map(([, value]) => value),
      );
    },
    restore: async () => {
      await pool.query('drop schema sekisho cascade');
      await pool.query(fixture);
    },
    markDirectory,
    close: async () => {
      await pool.end();
      rmSync(markDirectory, { recursive: true });
    },
  };
});

let template: Promise<string> | undefined;

/** A database with the rows of the fixture, for copies. */
function loaded(): Promise<string> {
  template ??= load('version_0_1');
  return template;
}

async function load(name: string): Promise<string> {
  const client = new Client({ connectionString: await postgres.createDatabase(name) });
  await client.connect();
  await client.query(fixture);
  await client.end();
  return name;
}
