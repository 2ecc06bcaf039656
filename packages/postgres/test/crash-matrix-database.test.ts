import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../src/testing/index.ts';
import { pointsOf } from './programs/crash-points.ts';
import { playDatabaseCrash } from './programs/crash-scene.ts';

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'sekisho-matrix-'));
let restarting: Promise<void> | undefined;

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const POINTS = [...pointsOf('server'), ...pointsOf('worker')];

/** Kills the process of one connection; the server ends all of them, as it must, and recovers. */
async function killBackend(): Promise<void> {
  const client = new Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
  const others = `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const { rows } = await client.query<{ pid: number }>(others);
  expect(rows.length).toBeGreaterThan(0);
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await client.end().catch(() => {});
}

/** Kills the whole server; it comes back while its clients go on. */
async function killPostmaster(): Promise<void> {
  await postgres.kill();
  restarting = sleep(300).then(() => postgres.start());
}

describe.each([
  ['a backend of PostgreSQL', killBackend],
  ['the postmaster', killPostmaster],
] as const)('%s killed with SIGKILL', (victim, strike) => {
  it.each(POINTS)('while somebody stands right %s', { timeout: 180_000 }, async (point) => {
    const tenant = `${victim} ${point}`;
    const place = { url: postgres.url, ledger: join(folder, `${tenant}.txt`), tenant };
    const ending = await playDatabaseCrash(point, strike, place);
    await restarting;
    // Those who write live and repeat what did not happen, so nobody has to be asked.
    expect(ending).toEqual({ run: 'done', refunds: 1, asked: 0, allowed: 1, chainHolds: true });
  });
});
