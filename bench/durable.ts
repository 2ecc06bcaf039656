import { join } from 'node:path';
import { postgresStore } from '@sekisho/postgres';
import { atLeast, atMost, type BenchCase, type BenchReport, type Figures } from './bench-case.ts';
import { compareBlocks } from './compare-blocks.ts';
import { openBenchPlace, type BenchPlace } from './durable/bench-place.ts';
import { cycleSide, type CycleBench, type CycleLoad } from './durable/cycle-bench.ts';
import { openEngineCycles } from './durable/dbos-cycles.ts';
import { listAndResume, openWaitingRoom } from './durable/many-waiting.ts';
import { comparePeers } from './durable/compare-peers.ts';
import { compileSyncShim, NO_SHIM } from './durable/sync-shim.ts';
import { NO_BASELINE } from './sides/baseline.ts';

interface Options {
  readonly quick?: boolean;
  readonly baseline?: string | undefined;
}

/**
 * Interrupt and resume compared with LangGraph.js, Mastra and bare DBOS: an agent requests a tool, waits, is approved, continues
 * from the stored state, and ends. Our side has the gate, masking, the intent row and the audit chain enabled, and syncs every commit.
 */
export async function benchDurable({ quick = false, baseline }: Options = {}): Promise<BenchReport> {
  const place = await openBenchPlace();
  try {
    const shim = compileSyncShim(place.folder);
    const cases = [
      ...(await comparePeers({ place, shim, baseline, quick })),
      ...(await besideBareEngine(place, quick)),
      ...(await besideFewWaiting(place, quick)),
    ];
    const notes = [
      ...(baseline === undefined ? [NO_BASELINE] : []),
      ...(shim === undefined ? [NO_SHIM] : []),
    ];
    return { bench: 'durable', cases, notes };
  } finally {
    await place.leave();
  }
}

const SECRET = new Uint8Array(32).fill(7);
const ALONE: CycleLoad = { concurrency: 1, rounds: 8 };
const CROWD: CycleLoad = { concurrency: 32, rounds: 2 };

async function besideBareEngine(place: BenchPlace, quick: boolean): Promise<BenchCase[]> {
  const { url, pool } = await place.openPool('engine');
  const { ours, waiting, cut, close } = await openEngineCycles(url, pool);
  const cases = [
    ...(await compareCycles('DBOS engine beside bare DBOS that waits inside', ours, waiting, {
      quick,
      goal: 0.8,
    })),
    ...(await compareCycles('DBOS engine beside bare DBOS cut at the wait', ours, cut, { quick, goal: 0.8 })),
  ];
  await close();
  return cases;
}

/** Rates (of both sides, in cycles per second) have goals at 32 at once; the other figures are informative. */
async function compareCycles(
  name: string,
  ours: CycleBench,
  other: CycleBench,
  { quick, goal }: { readonly quick: boolean; readonly goal?: number | undefined },
): Promise<BenchCase[]> {
  const cases: BenchCase[] = [];
  for (const load of [ALONE, CROWD]) {
    const cycles = load.concurrency * load.rounds;
    const options = { pairs: quick ? 5 : 15, blockMs: 1 };
    const { cpu, wall } = await compareBlocks(cycleSide(ours, load), cycleSide(other, load), options);
    const label = `${name}, ${load.concurrency} at once`;
    const rates = ratesOf(wall, cycles);
    const rate = `${label}, cycles/s`;
    cases.push(
      load === CROWD && goal !== undefined ? atLeast(rate, rates, goal) : informative(rate, rates),
      informative(`${label}, CPU ms a cycle`, eachOf(cpu, cycles)),
    );
  }
  return cases;
}

/** A figure without a goal. */
const informative = (name: string, figures: Figures): BenchCase => ({
  case: name,
  ...figures,
  goal: 'none',
  holds: true,
});

const ratesOf = ({ ours, other, ratio }: Figures, cycles: number): Figures => ({
  ours: (cycles * 1_000) / ours,
  other: (cycles * 1_000) / other,
  ratio: 1 / ratio,
});

const eachOf = ({ ours, other, ratio }: Figures, cycles: number): Figures => ({
  ours: ours / cycles,
  other: other / cycles,
  ratio,
});

/** Lists waiting runs and resumes one of them, among many waiting runs compared with a few. */
async function besideFewWaiting(place: BenchPlace, quick: boolean): Promise<BenchCase[]> {
  const [few, crowd] = [100, quick ? 1_000 : 100_000];
  const cases: BenchCase[] = [];
  for (const kind of ['SQLite', 'PostgreSQL']) {
    const open = async (count: number) => {
      const name = `waiting_${count}`;
      const store =
        kind === 'SQLite'
          ? { directory: join(place.folder, name) }
          : postgresStore((await place.openPool(name)).pool);
      return openWaitingRoom({ store, secret: SECRET }, count);
    };
    const [many, little] = [await open(crowd), await open(few)];
    const options = { pairs: quick ? 5 : 15, blockMs: 1 };
    const { cpu, wall } = await compareBlocks(
      listAndResume(many, RESUMED),
      listAndResume(little, RESUMED),
      options,
    );
    const label = `${kind}, listing and resuming one of ${crowd} waiting runs beside one of ${few}`;
    cases.push(
      atMost(`${label}, CPU`, eachOf(cpu, RESUMED), 1.5),
      atMost(`${label}, wall`, eachOf(wall, RESUMED), 1.5),
    );
    for (const { runner } of [many, little]) await runner.close();
  }
  return cases;
}

const RESUMED = 8;
