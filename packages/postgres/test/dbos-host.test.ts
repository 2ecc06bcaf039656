import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { Agent, createRunner, RuleSafetyAgent, tool } from 'sekisho';
import { assistantText, functionCall, scriptedModel, type ScriptedStep } from 'sekisho/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { dbosHost, type DbosHostOptions } from '../src/dbos/index.ts';
import { postgresStore } from '../src/index.ts';
import { startPostgres } from '../src/testing/index.ts';
import { openShop } from './programs/shop-agents.ts';

const postgres = await startPostgres();
const closers: (() => Promise<unknown>)[] = [];
let databases = 0;

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(() => postgres.stop());

async function newDatabase(): Promise<string> {
  databases += 1;
  return postgres.createDatabase(`host_${databases}`);
}

/** Agents whose only tool takes a while, and how many of each are at it. */
function openYard(databaseUrl: string, options: Omit<DbosHostOptions, 'databaseUrl'> = {}, ms = 150) {
  const pool = new Pool({ connectionString: databaseUrl, max: 6 });
  const host = dbosHost({ databaseUrl, ...options });
  const now = new Map<string, number>();
  const most = new Map<string, number>();
  const started = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string, by = 1) =>
    counts.set(name, (counts.get(name) ?? 0) + by);
  const agents = ['janitor', 'guard', 'constructor'].map((name) => {
    const sweep = tool({
      name: 'sweep',
      description: 'Sweeps the yard.',
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: false } as const,
      extensions: { manifest: { effect: 'read' } },
      execute: async () => {
        add(started, name);
        add(now, name);
        most.set(name, Math.max(most.get(name) ?? 0, now.get(name) ?? 0));
        await sleep(ms);
        add(now, name, -1);
        return 'swept';
      },
    });
    const step: ScriptedStep = ({ input }) =>
      JSON.stringify(input).includes('function_call_result')
        ? [assistantText('Done.')]
        : [functionCall('c1', 'sweep', {})];
    return new Agent({
      name,
      model: scriptedModel(Array.from({ length: 1_000 }, () => step)),
      tools: [sweep],
    });
  });
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    secret: new Uint8Array(32).fill(7),
    store: postgresStore(pool),
    host,
    agents,
  });
  closers.push(async () => {
    await runner.close();
    await host.close();
    await pool.end();
  });
  const { store } = runner.inspect();
  const start = (agent: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => runner.segments.start(agent, 'Sweep.')));
  const done = async () => (await store.listRuns({ status: 'done', limit: 100 })).rows.length;
  const untilDone = async (count: number) => {
    for (let tries = 0; (await done()) < count && tries < 400; tries += 1) await sleep(50);
    expect(await done()).toBe(count);
  };
  const work = async (settings = {}) => {
    const worker = await runner.segments.work(settings);
    closers.push(() => worker.stop());
  };
  return { runner, pool, most, started, start, untilDone, work };
}

describe('limits of single agents on DBOS', () => {
  it('hold back one agent and not the others', async () => {
    const yard = openYard(await newDatabase(), { agents: { janitor: { concurrency: 1 } } });
    await yard.start('janitor', 4);
    await yard.start('guard', 4);
    await yard.start('constructor', 2);
    const { rows } = await yard.pool.query(
      'select queue_name, count(*)::int as count from dbos.workflow_status group by 1 order by 1',
    );
    expect(rows).toEqual([
      { queue_name: 'sekisho', count: 6 },
      { queue_name: 'sekisho:janitor', count: 4 },
    ]);
    await yard.work({ concurrency: 4 });
    await yard.untilDone(10);
    expect(yard.most.get('janitor')).toBe(1);
    expect(yard.most.get('guard')).toBeGreaterThan(1);
  });

  it('let no more than so many start in a minute, whatever waits', async () => {
    const yard = openYard(await newDatabase(), { agents: { janitor: { perMinute: 2 } } }, 0);
    await yard.start('janitor', 5);
    await yard.start('guard', 3);
    await yard.work();
    await yard.untilDone(5);
    await sleep(1_500);
    expect(Object.fromEntries(yard.started)).toEqual({ janitor: 2, guard: 3 });
  });

  it('hold for a run whose worker died, too', async () => {
    const yard = openYard(await newDatabase(), { agents: { janitor: { concurrency: 1 } }, sweepMs: 200 });
    await yard.start('janitor', 3);
    // Workers that took the segments from the queue and died before they took the runs.
    await yard.pool.query(`update dbos.workflow_status set status = 'PENDING', executor_id = 'dead'`);
    await yard.work();
    await yard.untilDone(3);
    expect(yard.most.get('janitor')).toBe(1);
    const { rows } = await yard.pool.query(
      `select distinct queue_name from dbos.workflow_status where status = 'SUCCESS'`,
    );
    expect(rows).toEqual([{ queue_name: 'sekisho:janitor' }]);
  });

  it('leave nothing behind in a queue that no longer has limits', async () => {
    const url = await newDatabase();
    const before = openYard(url, { agents: { janitor: { concurrency: 1 } } });
    await before.start('janitor', 1);
    await before.work();
    await before.untilDone(1);
    await closers.pop()?.();
    await before.start('janitor', 2);
    const after = openYard(url);
    await after.work();
    await after.untilDone(3);
    expect(after.started.get('janitor')).toBe(2);
  });

  it('are not taken from a single worker, which servers would not know of', async () => {
    const yard = openYard(await newDatabase());
    await expect(
      yard.runner.segments.work({ agents: { janitor: { concurrency: 1 } } }),
    ).rejects.toMatchObject({ code: 'AGENTS-E-RUNNER-CONFIG' });
  });
});

describe('a worker on DBOS', () => {
  it('continues soon after the answer, though it is told to look once a second', async () => {
    const url = await newDatabase();
    const shop = openShop({ SHOP_DATABASE_URL: url, SHOP_ENGINE: 'dbos' });
    closers.push(async () => {
      await shop.runner.close();
      await shop.host?.close();
      await shop.pool.end();
    });
    const worker = await shop.runner.segments.work({ pollMs: 1_000 });
    closers.push(() => worker.stop());
    const waits: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      const { run_id: id } = await shop.runner.segments.start('shopkeeper', `Refund order-${index}.`);
      const { store } = shop.runner.inspect();
      while ((await store.getRun(id))?.status !== 'suspended') await sleep(10);
      const [question] = await shop.runner.getPendingApprovals(id);
      const { token } = await shop.runner.submitApproval(question?.approval_id ?? '', 'approve');
      const began = performance.now();
      await shop.runner.segments.resume(token);
      while ((await store.getRun(id))?.status !== 'done') await sleep(5);
      waits.push(performance.now() - began);
    }
    expect(Math.min(...waits)).toBeLessThan(700);
  });

  it('leaves the output of the program to the program', async () => {
    const child = spawn(
      process.execPath,
      [
        '--conditions=@sekisho/source',
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, 'programs/quiet-engine.ts'),
      ],
      { env: { ...process.env, SHOP_DATABASE_URL: await newDatabase(), SHOP_ENGINE: 'dbos' } },
    );
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect({ out, err, code: child.exitCode }).toEqual({ out: '', err: '', code: 0 });
  });

  it('gives what DBOS says to the logger', async () => {
    const said: unknown[] = [];
    const say = (entry: unknown) => said.push(entry);
    const logger = { debug: say, info: say, warn: say, error: say };
    const yard = openYard(await newDatabase(), { logger });
    await yard.start('guard', 1);
    expect(said.join('\n')).toContain('migrations');
  });
});
