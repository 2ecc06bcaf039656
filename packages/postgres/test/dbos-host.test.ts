import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { dbosDatabases } from './programs/dbos-databases.ts';
import { FAST_START, SOURCE_CONDITION } from './programs/node-program.ts';
import { openYard as openYardAt, type YardOptions } from './programs/open-yard.ts';
import { openShop } from './programs/shop-agents.ts';

const postgres = await sharedPostgres();
const createDatabase = dbosDatabases(postgres);
const closers: (() => Promise<unknown>)[] = [];
let databases = 0;

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(() => postgres.stop());

async function newDatabase(): Promise<string> {
  databases += 1;
  return createDatabase(`host_${databases}`);
}

/** Opens a yard that is closed after the test. */
function openYard(databaseUrl: string, options: YardOptions = {}, ms = 150) {
  const yard = openYardAt(databaseUrl, { ms, ...options });
  closers.push(yard.close);
  return yard;
}

describe('limits of single agents on DBOS', () => {
  it('limit one agent and not the others', async () => {
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
    expect(await yard.untilDone(10)).toBe(10);
    expect(yard.most.get('janitor')).toBe(1);
    expect(yard.most.get('guard')).toBeGreaterThan(1);
  });

  it('start at most the configured number of runs per minute', async () => {
    const yard = openYard(await newDatabase(), { agents: { janitor: { perMinute: 2 } } }, 0);
    await yard.start('janitor', 5);
    await yard.start('guard', 3);
    await yard.work();
    expect(await yard.untilDone(5)).toBe(5);
    // The worker reads its queues again, and the janitor's limit still holds.
    await yard.start('guard', 1);
    expect(await yard.untilDone(6)).toBe(6);
    expect(Object.fromEntries(yard.started)).toEqual({ janitor: 2, guard: 4 });
  });

  it('apply to a run whose worker died, too', async () => {
    const yard = openYard(await newDatabase(), { agents: { janitor: { concurrency: 1 } }, sweepMs: 200 });
    await yard.start('janitor', 3);
    // The workers claimed the segments from the queue and died before they claimed the runs.
    await yard.pool.query(
      `update dbos.workflow_status set status = 'PENDING', executor_id = 'dead', started_at_epoch_ms = 1`,
    );
    await yard.work();
    expect(await yard.untilDone(3)).toBe(3);
    expect(yard.most.get('janitor')).toBe(1);
    const { rows } = await yard.pool.query(
      `select distinct queue_name from dbos.workflow_status where status = 'SUCCESS'`,
    );
    expect(rows).toEqual([{ queue_name: 'sekisho:janitor' }]);
  });

  it('leave no run in a queue that no longer has limits', async () => {
    const url = await newDatabase();
    const before = openYard(url, { agents: { janitor: { concurrency: 1 } } });
    await before.start('janitor', 1);
    await before.work();
    expect(await before.untilDone(1)).toBe(1);
    await before.rest();
    await before.start('janitor', 2);
    const after = openYard(url);
    await after.work();
    expect(await after.untilDone(3)).toBe(3);
    expect(after.started.get('janitor')).toBe(2);
  });

  it('are rejected as options of a worker, because servers would not have them', async () => {
    const yard = openYard(await newDatabase());
    await expect(
      yard.runner.segments.work({ agents: { janitor: { concurrency: 1 } } }),
    ).rejects.toMatchObject({ code: 'AGENTS-E-RUNNER-CONFIG' });
  });
});

describe('a worker on DBOS', () => {
  it('continues soon after the decision, although it polls once a second', async () => {
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

  it('writes nothing to the output of the program', async () => {
    const child = spawn(
      process.execPath,
      [
        SOURCE_CONDITION,
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, 'programs/quiet-engine.ts'),
      ],
      { env: { ...process.env, ...FAST_START, SHOP_DATABASE_URL: await newDatabase(), SHOP_ENGINE: 'dbos' } },
    );
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect({ out, err, code: child.exitCode }).toEqual({ out: '', err: '', code: 0 });
  });

  it('passes messages of DBOS to the logger', async () => {
    const said: unknown[] = [];
    const say = (entry: unknown) => said.push(entry);
    const logger = { debug: say, info: say, warn: say, error: say };
    const yard = openYard(await postgres.createDatabase('unknown'), { logger });
    await yard.start('guard', 1);
    expect(said.join('\n')).toContain('migrations');
  });
});
