import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import type { ExecutionLog, StateStore, StoreWrite } from 'sekisho';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { startPostgres } from '../src/testing/start-postgres.ts';

const server = await startPostgres();
let pool: Pool;
let databases = 0;
let url = '';

beforeEach(async () => {
  databases += 1;
  url = await server.createDatabase(`crash_${databases}`);
  pool = new Pool({ connectionString: url, max: 4 });
});
afterEach(() => pool.end());
afterAll(() => server.stop());

const open = (timeoutMs = 20_000) =>
  postgresStore(pool, { timeoutMs })({
    link: (previous, seq) => `${previous.length}.${seq}`,
    clock: Date.now,
  });

const append = (run_id: string, attempt: number): StoreWrite => ({
  kind: 'log.append',
  record: { run_id, tool_call_id: '', event: 'tool.start', attempt, decision: '', data: '{}' },
});

async function wholeLog(store: StateStore): Promise<ExecutionLog[]> {
  const logs: ExecutionLog[] = [];
  for (;;) {
    const page = await store.queryLogs({ afterSeq: logs.at(-1)?.seq ?? 0, limit: 1_000 });
    logs.push(...page);
    if (page.length < 1_000) return logs;
  }
}

/** Eight writers that continue until they are stopped, and record what was acknowledged. */
function write(store: StateStore) {
  const acknowledged = new Set<string>();
  const failures: unknown[] = [];
  const state = { isOver: false };
  const done = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; !state.isOver; index += 1) {
        try {
          const outcome = await store.commit([append(`w${writer}`, index)]);
          if (outcome.ok) acknowledged.add(`w${writer} ${index}`);
        } catch (error) {
          failures.push(error);
          await sleep(10);
        }
      }
    }),
  );
  const stop = async () => {
    state.isOver = true;
    await done;
    return { acknowledged, failures };
  };
  /** Resolves when this many more writes are acknowledged, without a time limit. */
  const more = async (count: number) => {
    const enough = acknowledged.size + count;
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThanOrEqual(enough), {
      timeout: 30_000,
      interval: 5,
    });
  };
  return { more, stop };
}

async function expectKept(store: StateStore, acknowledged: ReadonlySet<string>): Promise<void> {
  const logs = await wholeLog(store);
  expect(logs.map(({ seq }) => seq)).toEqual(logs.map((_, index) => index + 1));
  const kept = new Set(logs.map(({ run_id, attempt }) => `${run_id} ${attempt}`));
  expect(kept.size).toBe(logs.length);
  expect([...acknowledged].filter((each) => !kept.has(each))).toEqual([]);
}

describe('kill -9 of the server and all its processes', () => {
  it('loses no acknowledged write, and writers continue without an error', async () => {
    const store = await open();
    const writers = write(store);
    for (let round = 0; round < 3; round += 1) {
      await writers.more(100);
      await server.kill();
      await sleep(50);
      await server.start();
    }
    await writers.more(100);
    const { acknowledged, failures } = await writers.stop();
    expect(failures).toEqual([]);
    await expectKept(store, acknowledged);
  });

  it('rejects writes when the server is unavailable longer than the timeout, and accepts them afterwards', async () => {
    const store = await open(200);
    await store.commit([append('r1', 1)]);
    await server.kill();
    await expect(store.commit([append('r1', 2)])).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    await expect(store.getRun('r1')).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    await server.start();
    expect(await store.commit([append('r1', 3)])).toEqual({ ok: true });
    expect((await wholeLog(store)).map(({ attempt }) => attempt)).toEqual([1, 3]);
  });
});

it('loses and repeats no write when the connections of writers are terminated', async () => {
  const store = await open();
  const writers = write(store);
  const knife = new Pool({ connectionString: url, max: 1 });
  for (let round = 0; round < 10; round += 1) {
    await writers.more(10);
    await knife.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
  }
  await knife.end();
  const { acknowledged, failures } = await writers.stop();
  expect(failures).toEqual([]);
  await expectKept(store, acknowledged);
});

it('uses no token twice when processes compete for the same tokens', async () => {
  const count = 150;
  const store = await open();
  await store.commit(
    Array.from({ length: count }, (_, index) => ({
      kind: 'token.issue',
      token_hash: `t${index}`,
      run_id: 'r1',
      approval_id: '',
      ttl_ms: 600_000,
    })),
  );
  const program = join(import.meta.dirname, 'programs/race-for-tokens.ts');
  const arguments_ = ['--conditions=@sekisho/source', program, url, String(count)];
  const wins = await Promise.all(
    Array.from({ length: 3 }, async () =>
      Number((await promisify(execFile)(process.execPath, arguments_, { timeout: 50_000 })).stdout),
    ),
  );
  expect(wins.reduce((sum, won) => sum + won, 0)).toBe(count);
  const logs = await wholeLog(store);
  expect(new Set(logs.map(({ tool_call_id }) => tool_call_id)).size).toBe(count);
  expect(logs.map(({ seq }) => seq)).toEqual(logs.map((_, index) => index + 1));
});
