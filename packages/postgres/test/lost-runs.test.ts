import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { Agent, createRunner, QUEUE_OWNER, RuleSafetyAgent, type AgentRunnerOptions } from 'sekisho';
import { assistantText, scriptedModel } from 'sekisho/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { dbosHost, type DbosHost } from '../src/dbos/index.ts';
import { postgresStore } from '../src/index.ts';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { openRun } from './programs/open-run.ts';

const QUEUED = 1_500;
const LONG = { timeout: 120_000 };
const server = await sharedPostgres();
let databases = 0;
const closers: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(() => server.stop());

async function newPool(name: string, max: number): Promise<{ url: string; pool: Pool }> {
  const url = await server.createDatabase(name);
  return { url, pool: new Pool({ connectionString: url, max }) };
}

/** The store of the runs and the engine that executes them. */
interface Place {
  readonly store: AgentRunnerOptions['store'];
  readonly host?: DbosHost;
  /** The first step of a worker with a segment. */
  readonly take?: (segmentId: string) => Promise<unknown>;
  /** Copies the waiting run many times, because starting each would take too long. */
  readonly copy?: (runId: string, times: number) => Promise<unknown>;
}

async function openPlace(tier: 'SQLite' | 'PostgreSQL' | 'DBOS'): Promise<Place> {
  if (tier === 'SQLite') {
    const directory = mkdtempSync(join(tmpdir(), 'sekisho-lost-'));
    closers.push(() => rmSync(directory, { recursive: true }));
    return { store: { directory } };
  }
  const { url, pool } = await newPool(`${tier} ${databases++}`, 6);
  closers.push(() => pool.end());
  const store = postgresStore(pool);
  if (tier === 'PostgreSQL') return { store };
  const host = dbosHost({ databaseUrl: url, sweepMs: 100 });
  closers.push(() => host.close());
  const taken = `update dbos.workflow_status set status = 'PENDING', executor_id = 'dead',
    started_at_epoch_ms = extract(epoch from now()) * 1000 - 60000
    where workflow_uuid = $1`;
  return {
    store,
    host,
    take: (id) => pool.query(taken, [id]),
    copy: async (runId, times) => {
      for (const sql of COPIES) await pool.query(sql, [runId, times]);
    },
  };
}

const RUN_COLUMNS = 'status, segment, epoch, owner, agent_name, sdk_version, state, created_at, updated_at';
const COPIES = [
  `insert into sekisho.runs (tenant, run_id, ${RUN_COLUMNS})
     select tenant, run_id || '-' || i, ${RUN_COLUMNS} from sekisho.runs, generate_series(1, $2) i where run_id = $1`,
  ...['workflow_status', 'workflow_input'].map(
    (table) => `insert into dbos.${table} select (jsonb_populate_record(t, jsonb_build_object(
      'workflow_uuid', replace(t.workflow_uuid, $1, $1 || '-' || i), 'inputs', replace(t.inputs, $1, $1 || '-' || i)))).*
      from dbos.${table} t, generate_series(1, $2) i where t.workflow_uuid = 'seg:' || $1 || ':0'`,
  ),
];

describe.each([
  ['SQLite', 'with it'],
  ['PostgreSQL', 'with it'],
  ['DBOS', 'with it'],
  ['DBOS', 'before it had taken it'],
] as const)('on %s', (tier, when) => {
  it(`claims a run whose worker died ${when} before ${QUEUED} waiting runs`, LONG, async () => {
    const { take, copy, ...place } = await openPlace(tier);
    const model = scriptedModel(Array.from({ length: QUEUED + 1 }, () => [assistantText('Done.')]));
    const runner = createRunner({
      ...place,
      safetyAgent: new RuleSafetyAgent(),
      secret: new Uint8Array(32).fill(7),
      agents: [new Agent({ name: 'clerk', model })],
    });
    closers.push(() => runner.close());
    const { run_id: first } = await runner.segments.start('clerk', 'Go.');
    if (copy) await copy(first, QUEUED - 1);
    else await Promise.all(Array.from({ length: QUEUED - 1 }, () => runner.segments.start('clerk', 'Go.')));
    const { run_id: lost, segment_id: id } = await runner.segments.start('clerk', 'Go.');
    const { store } = runner.inspect();
    expect((await store.listAbandonedRuns(QUEUED + 2)).length).toBe(QUEUED + 1);
    if (when === 'with it')
      await store.commit([
        { kind: 'run.claim', run_id: lost, from: 'running', epoch: 1, advance: 0, owner: 'dead' },
      ]);
    await take?.(id);
    // DBOS returns waiting segments until the first sweep has run.
    const most = tier === 'DBOS' ? 200 : 0;
    const taken: string[] = [];
    const isDecided = Promise.withResolvers<void>();
    const worker = await runner.segments.work({
      concurrency: 1,
      onOutcome: (runId) => {
        taken.push(runId);
        if (runId === lost || taken.length > most) isDecided.resolve();
      },
    });
    await isDecided.promise;
    await worker.stop();
    expect(taken.slice(0, most + 1)).toContain(lost);
    expect(await store.getRun(lost)).toMatchObject({ status: 'done' });
  });
});

it('reads as many rows to find a lost run among 3,000 waiting runs as among three', async () => {
  const { pool } = await newPool('plans', 1);
  const store = await postgresStore(pool)({ link: () => '', clock: Date.now });
  const queue = (from: number, to: number) =>
    store.commit(Array.from({ length: to - from }, (_, index) => openRun(`q${from + index}`, QUEUE_OWNER)));
  const readRows = async () => {
    const before = await countReads(pool);
    expect(await store.listAbandonedRuns(2, { agents: ['clerk'] })).toMatchObject([
      { run_id: 'r1' },
      { run_id: 'q0' },
    ]);
    return (await countReads(pool)) - before;
  };
  await queue(0, 3);
  await store.commit([openRun('r1', 'dead')]);
  const few = await readRows();
  await queue(3, 3_000);
  expect([few, await readRows()]).toEqual([3, 3]);
  await store.close();
  await pool.end();
});

/** The number of rows of the table `runs` that were read so far. */
async function countReads(pool: Pool): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ count: number }>(
    `select (seq_tup_read + idx_tup_fetch)::float8 as count from pg_stat_user_tables where relname = 'runs'`,
  );
  return rows[0]?.count ?? Number.NaN;
}
