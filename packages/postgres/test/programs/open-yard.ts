import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { Agent, createRunner, RuleSafetyAgent, tool, type WorkerHandle, type WorkerOptions } from 'sekisho';
import { assistantText, scriptedCall, scriptedModel, type ScriptedStep } from 'sekisho/testing';
import { dbosHost, type DbosHostOptions } from '../../src/dbos/index.ts';
import { postgresStore } from '../../src/index.ts';

/** Options of a yard, with the duration of its tool. */
export interface YardOptions extends Omit<DbosHostOptions, 'databaseUrl'> {
  readonly tenant?: string;
  readonly ms?: number;
}

/** Opens agents on DBOS with one slow tool, and counts the active calls of each. */
export function openYard(databaseUrl: string, { tenant, ms = 0, ...options }: YardOptions = {}) {
  const pool = new Pool({ connectionString: databaseUrl, max: 6 });
  const host = dbosHost({ databaseUrl, ...options });
  const now = new Map<string, number>();
  const most = new Map<string, number>();
  const started = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string, by = 1) =>
    counts.set(name, (counts.get(name) ?? 0) + by);
  const agents = ['janitor', 'guard', 'constructor'].map((name) =>
    sweeper(name, async () => {
      add(started, name);
      add(now, name);
      most.set(name, Math.max(most.get(name) ?? 0, now.get(name) ?? 0));
      await sleep(ms);
      add(now, name, -1);
      return 'swept';
    }),
  );
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    secret: new Uint8Array(32).fill(7),
    store: postgresStore(pool, { tenant }),
    host,
    agents,
  });
  const { store } = runner.inspect();
  const workers: WorkerHandle[] = [];
  const done = async () => (await store.listRuns({ status: 'done', limit: 100 })).rows.length;
  return {
    runner,
    host,
    pool,
    most,
    started,
    done,
    start: (agent: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => runner.segments.start(agent, 'Sweep.'))),
    /** Waits until the given number of runs has ended, and returns the number. */
    untilDone: async (count: number) => {
      for (let tries = 0; (await done()) < count && tries < 1_000; tries += 1) await sleep(20);
      return done();
    },
    work: async (settings: WorkerOptions = {}) => {
      workers.push(await runner.segments.work(settings));
    },
    rest: async () => {
      for (const worker of workers.splice(0)) await worker.stop();
    },
    close: async () => {
      for (const worker of workers.splice(0)) await worker.stop();
      await runner.close();
      await host.close();
      await pool.end();
    },
  };
}

function sweeper(name: string, execute: () => Promise<string>): Agent {
  const sweep = tool({
    name: 'sweep',
    description: 'Sweeps the yard.',
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: false } as const,
    extensions: { manifest: { effect: 'read' } },
    execute,
  });
  const step: ScriptedStep = ({ input }) =>
    JSON.stringify(input).includes('function_call_result')
      ? [assistantText('Done.')]
      : [scriptedCall('c1', 'sweep', {})];
  return new Agent({
    name,
    model: scriptedModel(Array.from({ length: 1_000 }, () => step)),
    tools: [sweep],
  });
}
