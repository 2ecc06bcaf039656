import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import type { StateStore, StoreWrite } from 'sekisho';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresStore } from '../postgres-store.ts';
import { sharedPostgres } from '../../../../test/shared-postgres.ts';
import { postgresWake, watchChanges } from './watch-changes.ts';
import { openRun } from '../../test/programs/open-run.ts';

const server = await sharedPostgres();
const pool = new Pool({ connectionString: server.url, max: 6 });
const NEVER = 600_000;
let tenant: string;
let store: StateStore;
let stops: (() => void)[] = [];

beforeEach(async () => {
  tenant = randomUUID();
  store = await postgresStore(pool, { tenant })({ link: () => 'hash', clock: Date.now });
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

const append = (attempt: number): StoreWrite => ({
  kind: 'log.append',
  record: { run_id: 'r1', tool_call_id: '', event: 'run.started', attempt, decision: '', data: '{}' },
});

async function watch(pollMs: number, watched = tenant): Promise<number[]> {
  const seen: number[] = [];
  stops.push(watchChanges(pool, ({ seq }) => seen.push(seq), { tenant: watched, pollMs }));
  await vi.waitFor(async () => expect(await listeners()).toBeGreaterThan(stops.length - 1), 5_000);
  return seen;
}

async function listeners(): Promise<number> {
  const { rowCount } = await pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and query like 'listen%' and state = 'idle'`,
  );
  return rowCount ?? 0;
}

describe('watchChanges', () => {
  it('reports the end of the log as soon as a record is written, without polling', async () => {
    await store.commit([append(0)]);
    const seen = await watch(NEVER);
    await store.commit([append(1), append(2)]);
    await vi.waitFor(() => expect(seen.at(-1)).toBe(3), 5_000);
    await store.commit([append(3)]);
    await vi.waitFor(() => expect(seen.at(-1)).toBe(4), 5_000);
  });

  it('first reports the current end of the log, so that no change between a read and the first poll is missed', async () => {
    await store.commit([append(0), append(1)]);
    const seen = await watch(NEVER);
    await vi.waitFor(() => expect(seen).toEqual([2]), 5_000);
  });

  it('does not report other tenants and failed batches', async () => {
    const seen = await watch(20, randomUUID());
    await store.commit([append(1)]);
    const mine = await watch(20);
    await store.commit([append(2), { kind: 'run.guard', run_id: 'unknown', epoch: 1 }]);
    await store.commit([append(3)]);
    await vi.waitFor(() => expect(mine.at(-1)).toBe(2), 5_000);
    expect(seen).toEqual([]);
  });

  it('finds changes without a notification by polling', async () => {
    await store.commit([append(1)]);
    const seen = await watch(20);
    await vi.waitFor(() => expect(seen).toEqual([1]), 5_000);
    await pool.query(`update sekisho.chains set seq = 2 where tenant = $1`, [tenant]);
    await vi.waitFor(() => expect(seen).toEqual([1, 2]), 5_000);
  });

  it('listens again after its connection was lost, and reports missed changes', async () => {
    const seen = await watch(NEVER);
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen%'`);
    await store.commit([append(1)]);
    await vi.waitFor(() => expect(seen.at(-1)).toBe(1), 10_000);
    await store.commit([append(2)]);
    await vi.waitFor(() => expect(seen.at(-1)).toBe(2), 5_000);
  });

  it('reports nothing after it is stopped and releases its connection', async () => {
    const seen = await watch(20);
    for (const stop of stops) stop();
    stops = [];
    await store.commit([append(1)]);
    await vi.waitFor(async () => expect(await listeners()).toBe(0), 5_000);
    expect(seen).toEqual([]);
  });
});

describe('postgresWake', () => {
  it('wakes only when a run is queued for workers', async () => {
    let woken = 0;
    stops.push(postgresWake(pool, { tenant })(() => (woken += 1)));
    // It wakes once when it begins to listen, because a notification may have been missed.
    await vi.waitFor(() => expect(woken).toBe(1), 5_000);
    await store.commit([openRun('r1', 'me'), append(1)]);
    await store.commit([openRun('r2', 'queue')]);
    await vi.waitFor(() => expect(woken).toBe(2), 5_000);
    await store.commit([
      { kind: 'run.suspend', run_id: 'r1', epoch: 1, state: new Uint8Array() },
      { kind: 'run.claim', run_id: 'r1', from: 'suspended', epoch: 1, advance: 1, owner: 'queue' },
    ]);
    await vi.waitFor(() => expect(woken).toBe(3), 5_000);
  });
});
