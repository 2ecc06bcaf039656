import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { PROGRAM_ENVIRONMENT } from '../../test/program-environment.ts';
import { sharedPostgres } from '../../test/shared-postgres.ts';
import { countTrips } from '../durable/count-trips.ts';
import { compileSyncShim } from '../durable/sync-shim.ts';

describe('countTrips', async () => {
  const postgres = await sharedPostgres();
  const pool = new Pool({ connectionString: postgres.url, max: 4 });
  const trips = countTrips(pool);
  afterAll(async () => {
    await pool.end();
    await postgres.stop();
  });
  const during = async (work: () => Promise<unknown>) => {
    const before = trips();
    await work();
    return trips() - before;
  };

  it('counts statements that wait for each other', async () => {
    const work = async () => {
      for (let index = 0; index < 3; index += 1) await pool.query('SELECT 1');
    };
    expect(await during(work)).toBe(3);
  });

  it('counts every statement of a transaction on one client', async () => {
    const work = async () => {
      const client = await pool.connect();
      for (const statement of ['BEGIN', 'SELECT 1', 'COMMIT']) await client.query(statement);
      client.release();
    };
    expect(await during(work)).toBe(3);
  });

  it('counts statements that are in flight together once', async () => {
    const pause = () => pool.query('SELECT pg_sleep(0.2)');
    // The connections exist before the measurement.
    await Promise.all([pause(), pause()]);
    expect(await during(() => Promise.all([pause(), pause()]))).toBe(1);
  });

  it('continues to count after a failed statement', async () => {
    const work = async () => {
      await pool.query('SELECT nothing').catch(() => {});
      await pool.query('SELECT 1');
    };
    expect(await during(work)).toBe(2);
  });
});

describe('the shim for syncs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-shim-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const shim = compileSyncShim(folder);

  it.skipIf(shim === undefined)('counts syncs of SQLite in other processes and delays them', () => {
    const env = shim?.(40) ?? {};
    const program = `
      import { fsyncSync, openSync } from 'node:fs';
      import { DatabaseSync } from 'node:sqlite';
      const file = openSync(process.argv[1], 'w');
      const began = performance.now();
      for (let index = 0; index < 3; index += 1) fsyncSync(file);
      console.log(performance.now() - began);
      const database = new DatabaseSync(process.argv[1] + '.db');
      database.exec('PRAGMA journal_mode = wal; PRAGMA synchronous = full; CREATE TABLE t (x); INSERT INTO t VALUES (1)');`;
    const printed = execFileSync(
      process.execPath,
      ['--no-warnings', '--input-type=module', '--eval', program, join(folder, 'written')],
      { encoding: 'utf8', env: { ...PROGRAM_ENVIRONMENT, ...env } },
    );
    expect(Number(printed)).toBeGreaterThanOrEqual(120);
    const count = Number(readFileSync(env['SEKISHO_BENCH_SYNC_FILE'] ?? '').readBigUInt64LE());
    expect(count).toBeGreaterThanOrEqual(5);
  });
});
