import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { postgresStore } from '@sekisho/postgres';
import {
  Agent,
  loadProfile,
  tool,
  type AgentRunner,
  type AgentRunnerOptions,
  type StoreWrite,
} from 'sekisho';
import type { Pool } from 'pg';
import { z } from 'zod';
import { atMost, type BenchCase, type BenchReport, type Figures } from './bench-case.ts';
import { compareBlocks, type Side } from './compare-blocks.ts';
import { openBenchPlace, type BenchPlace } from './durable/bench-place.ts';
import { cycleSide } from './durable/cycle-bench.ts';
import { openRunner, reporter } from './durable/our-cycles.ts';
import { scriptModel } from './script-model.ts';
import { QUESTION, suspendGated } from './sdk-sides.ts';

interface Options {
  readonly quick?: boolean;
}

type StoreOption = Pick<AgentRunnerOptions, 'store' | 'secret'>;

/**
 * What one machine can hold: how the cost of a run grows with the audit log, the tools of its agent, the rules of its profile and
 * the tenants of the database, how many cycles of suspend, approve and resume it completes, and how many bytes a run needs.
 */
export async function benchCapacity({ quick = false }: Options = {}): Promise<BenchReport> {
  const place = await openBenchPlace();
  try {
    const stores = new Stores(place);
    const cases = [
      ...(await growWithLog(stores, quick)),
      ...(await growWithTenants(stores, quick)),
      ...(await growWithTools(quick)),
      ...(await growWithRules(quick)),
      ...(await compareRates(stores, quick)),
      ...(await compareBytes(stores, quick)),
    ];
    return { bench: 'capacity', cases };
  } finally {
    await place.leave();
  }
}

const SECRET = new Uint8Array(32).fill(7);
const KINDS = ['SQLite', 'PostgreSQL'] as const;
const MAX_GROWTH = 1.5;

/** Opens empty stores. */
class Stores {
  readonly #place: BenchPlace;
  #count = 0;

  constructor(place: BenchPlace) {
    this.#place = place;
  }

  async open(kind: (typeof KINDS)[number]): Promise<StoreOption & { bytes(): Promise<number> }> {
    this.#count += 1;
    const name = `capacity_${this.#count}`;
    if (kind === 'SQLite') {
      const directory = join(this.#place.folder, name);
      return { store: { directory }, secret: SECRET, bytes: async () => bytesOfFiles(directory) };
    }
    const { pool } = await this.#place.openPool(name);
    return { store: postgresStore(pool), secret: SECRET, bytes: () => bytesOfDatabase(pool) };
  }

  /** Opens a database with this number of tenants. Each of them has a run. */
  async openTenants(count: number): Promise<StoreOption> {
    this.#count += 1;
    const { pool } = await this.#place.openPool(`capacity_${this.#count}`);
    for (let index = 0; index < count; index += 1) {
      const runner = openRunner({ store: postgresStore(pool, { tenant: `t${index}` }), secret: SECRET });
      await readOnce(runner, readerWith(1));
      await runner.close();
    }
    return { store: postgresStore(pool, { tenant: 't0' }), secret: SECRET };
  }
}

function bytesOfFiles(directory: string): number {
  return readdirSync(directory).reduce((sum, file) => sum + statSync(join(directory, file)).size, 0);
}

async function bytesOfDatabase(pool: Pool): Promise<number> {
  const { rows } = await pool.query('select pg_database_size(current_database())::float8 as bytes');
  return Number(rows[0]?.bytes);
}

/** A run of one read with a large audit log beside one with a small log. */
async function growWithLog(stores: Stores, quick: boolean): Promise<BenchCase[]> {
  const few = 1_000;
  const cases: BenchCase[] = [];
  for (const kind of KINDS) {
    const small = await openWithLog(await stores.open(kind), few);
    for (const many of quick ? [10_000] : [100_000, 1_000_000]) {
      const large = await openWithLog(await stores.open(kind), many);
      const figures = await compareRuns(large, small, quick);
      cases.push(atMost(`${kind}, a run with a log of ${many} records beside ${few}`, figures, MAX_GROWTH));
      await large.close();
    }
    await small.close();
  }
  return cases;
}

async function openWithLog(option: StoreOption, records: number): Promise<AgentRunner> {
  const runner = openRunner({ store: option.store, secret: SECRET });
  const agent = readerWith(1);
  await readOnce(runner, agent);
  const { store } = runner.inspect();
  const [record] = await store.queryLogs({ event: 'gate.decision', limit: 1 });
  if (record === undefined) throw new Error('The run has no record.');
  const { event, decision, attempt } = record;
  const data = JSON.stringify(record.data);
  for (let first = 0; first < records; first += LOG_BATCH) {
    const writes = Array.from({ length: Math.min(LOG_BATCH, records - first) }, (_, index): StoreWrite => {
      // A run has about thirty records.
      const run_id = `filled-${Math.floor((first + index) / 30)}`;
      const tool_call_id = `call-${first + index}`;
      return { kind: 'log.append', record: { run_id, tool_call_id, event, attempt, decision, data } };
    });
    const outcome = await store.commit(writes);
    if (!outcome.ok) throw new Error('The records were rejected.');
  }
  return runner;
}

const LOG_BATCH = 500;

async function growWithTenants(stores: Stores, quick: boolean): Promise<BenchCase[]> {
  const [few, many] = [1, quick ? 10 : 100];
  const small = openRunner(await stores.openTenants(few));
  const large = openRunner(await stores.openTenants(many));
  const figures = await compareRuns(large, small, quick);
  await Promise.all([small.close(), large.close()]);
  return [atMost(`PostgreSQL, a run in a database with ${many} tenants beside ${few}`, figures, MAX_GROWTH)];
}

/** The cost of the listed tools is that of upstream and ours, so it has no goal. */
async function growWithTools(quick: boolean): Promise<BenchCase[]> {
  const runner = openRunner({ store: 'memory' });
  const [few, many] = [10, quick ? 50 : 200];
  const figures = await compareRuns(runner, runner, quick, readerWith(many), readerWith(few));
  await runner.close();
  return [informative(`memory, a run of an agent with ${many} tools beside ${few}`, figures)];
}

async function growWithRules(quick: boolean): Promise<BenchCase[]> {
  const many = quick ? 20 : 200;
  const open = (rules: number) => {
    const profile = profileWith(rules);
    const policyStore = { getProfile: async () => profile, setProfile: async () => {} };
    return openRunner({ store: 'memory', policyStore });
  };
  const [small, large] = [open(0), open(many)];
  const figures = await compareRuns(large, small, quick);
  await Promise.all([small.close(), large.close()]);
  return [atMost(`memory, a run with ${many} rules of the host beside none`, figures, MAX_GROWTH)];
}

function profileWith(rules: number) {
  const reason = { en: 'The host denies large payments.', ja: '高額の支払いは許可されていません。' };
  const when = [
    { attribute: 'effect', is: 'spend' },
    { attribute: 'intent', is: 'none' },
  ] as const;
  const match = [{ effect: 'spend', intent: 'none' }] as const;
  const not_match = [{ effect: 'read' }] as const;
  const extra_rules = Array.from({ length: rules }, (_, index) => ({
    // An id consists of letters.
    id: `host.rule-${String(index).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`,
    decision: 'deny',
    risk_level: 4,
    reason,
    when,
    match,
    not_match,
  }));
  return loadProfile({ ...loadProfile('balanced'), name: 'host', extra_rules });
}

/** Cycles per second with 32 at once. */
async function compareRates(stores: Stores, quick: boolean): Promise<BenchCase[]> {
  const load = { concurrency: 32, rounds: 2 };
  const open = async (kind: (typeof KINDS)[number]) => {
    const runner = openRunner(withoutBytes(await stores.open(kind)));
    const agent = reporter();
    return { cycle: () => suspendGated(runner, agent), close: () => runner.close() };
  };
  const [sqlite, postgres] = [await open('SQLite'), await open('PostgreSQL')];
  const options = { pairs: quick ? 5 : 15, blockMs: 1 };
  const { wall, cpu } = await compareBlocks(cycleSide(postgres, load), cycleSide(sqlite, load), options);
  await Promise.all([sqlite.close(), postgres.close()]);
  const cycles = load.concurrency * load.rounds;
  return [
    informative('PostgreSQL beside SQLite, suspend, approve and resume at 32 at once, cycles/s', {
      ours: (cycles * 1_000) / wall.ours,
      other: (cycles * 1_000) / wall.other,
      ratio: 1 / wall.ratio,
    }),
    informative('PostgreSQL beside SQLite, suspend, approve and resume at 32 at once, CPU ms a cycle', {
      ours: cpu.ours / cycles,
      other: cpu.other / cycles,
      ratio: cpu.ratio,
    }),
  ];
}

/** The bytes on disk of a run that waits, and of one that has ended, each with one call. */
async function compareBytes(stores: Stores, quick: boolean): Promise<BenchCase[]> {
  const count = quick ? 100 : 1_000;
  const cases: BenchCase[] = [];
  const agents = { 'waits for a person': reporter(), 'has ended': readerWith(1) };
  for (const [state, agent] of Object.entries(agents)) {
    const bytes = new Map<string, number>();
    for (const kind of KINDS) {
      const store = await stores.open(kind);
      // SQLite copies its log into the database file when the runner closes.
      const bytesAfter = async (runs: number) => {
        const runner = openRunner({ ...withoutBytes(store), stopNotice: false });
        for (let index = 0; index < runs; index += 1) await runner.run(agent, QUESTION);
        await runner.close();
        return store.bytes();
      };
      const before = await bytesAfter(1);
      bytes.set(kind, ((await bytesAfter(count)) - before) / count);
    }
    const [other = Number.NaN, ours = Number.NaN] = KINDS.map((kind) => bytes.get(kind));
    const name = `PostgreSQL beside SQLite, bytes on disk of a run that ${state}`;
    cases.push(informative(name, { ours, other, ratio: ours / other }));
  }
  return cases;
}

const withoutBytes = ({ store, secret }: StoreOption): StoreOption => ({ store, secret });

async function compareRuns(
  large: AgentRunner,
  small: AgentRunner,
  quick: boolean,
  largeAgent = readerWith(1),
  smallAgent = largeAgent,
): Promise<Figures> {
  const side = (runner: AgentRunner, agent: Agent): Side<AgentRunner> => ({
    prepare: () => runner,
    work: () => readOnce(runner, agent),
  });
  const options = { pairs: quick ? 5 : 25, blockMs: 40 };
  return (await compareBlocks(side(large, largeAgent), side(small, smallAgent), options)).cpu;
}

async function readOnce(runner: AgentRunner, agent: Agent): Promise<void> {
  const { finalOutput } = await runner.run(agent, QUESTION);
  if (finalOutput === undefined) throw new Error('The run did not end.');
}

/** An agent with this number of declared reads, of which it calls one. */
function readerWith(tools: number): Agent {
  return new Agent({
    name: 'Reader',
    model: scriptModel({ turns: 1, calls: 1, tool: 'get_weather' }),
    tools: Array.from({ length: tools }, (_, index) =>
      tool({
        name: index === 0 ? 'get_weather' : `get_weather_${index}`,
        description: 'Tells the weather.',
        parameters: z.object({ city: z.string(), days: z.number() }),
        extensions: { manifest: { effect: 'read' } },
        execute: async ({ city }) => `The weather in ${city} is fine.`,
      }),
    ),
  });
}

const informative = (name: string, figures: Figures): BenchCase => ({
  case: name,
  ...figures,
  goal: 'none',
  holds: true,
});
