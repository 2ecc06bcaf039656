import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { readSyncCount } from '../durable/sync-shim.ts';
import {
  sideNameSchema,
  sideTaskSchema,
  type SideName,
  type SideSample,
  type SideTask,
} from './side-message.ts';
import type { OpenedSide, OpenSide } from './work.ts';

// A program: executes the tasks that its parent process sends, one at a time, and replies with their measurements. The
// argument is the side. With `resolve-from-checkout.ts`, `ours` is the version of another checkout.
const OPEN: Readonly<Record<SideName, () => Promise<OpenSide>>> = {
  bare: async () => (await import('./bare-side.ts')).openSide,
  'bare-waiting': async () => (await import('./bare-side.ts')).openWaitingSide,
  ours: async () => (await import('./our-side.ts')).openSide,
  langgraph: async () => (await import('./peer-sides.ts')).openLangGraph,
  'langgraph-synced': async () => (await import('./peer-sides.ts')).openSyncedLangGraph,
  mastra: async () => (await import('./peer-sides.ts')).openMastra,
};
const open = await OPEN[sideNameSchema.parse(process.argv[2])]();

process.on('message', (message) => {
  measure(sideTaskSchema.parse(message)).then(
    (sample) => process.send?.({ sample }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.stack : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ isReady: true });

/** Writes that are delayed to share a commit belong to the measured work; they are finished after this time. */
const FLUSH_MS = 30;
const MONITOR_MS = 3;

/**
 * Each task has its own store, so that tasks are comparable. Opening and closing it are not measured, nor is the first
 * unit, which creates tables and statements.
 */
async function measure({ work, concurrency, units }: SideTask): Promise<SideSample> {
  let calls = 0;
  const side = await open(work, () => (calls += 1));
  await side.unit();
  await sleep(FLUSH_MS);
  calls = 0;
  const loop = monitorEventLoopDelay({ resolution: 1 });
  globalThis.gc?.({ type: 'minor' });
  const [trips, syncs] = [side.trips?.(), readSyncCount()];
  loop.enable();
  // The monitor measures from one of its timers to the next, so it needs one before the work and one after it.
  await sleep(MONITOR_MS);
  const cpu = process.cpuUsage();
  const began = performance.now();
  await Promise.all(Array.from({ length: concurrency }, () => repeat(side, units)));
  const wall = performance.now() - began;
  await sleep(MONITOR_MS);
  loop.disable();
  await sleep(FLUSH_MS);
  const { user, system } = process.cpuUsage(cpu);
  const total = units * concurrency;
  const perUnit = (before: number | undefined, after: number | undefined) =>
    before === undefined || after === undefined ? undefined : (after - before) / total;
  const sample: SideSample = {
    cpu: (user + system) / 1_000 / total,
    wall: wall / total,
    loopP99: loop.percentile(99) / 1e6,
    loopMax: loop.max / 1e6,
    trips: perUnit(trips, side.trips?.()),
    syncs: perUnit(syncs, readSyncCount()),
  };
  await side.close();
  if (calls !== total * work.calls)
    throw new Error(`${calls} of ${total * work.calls} tool bodies were executed.`);
  return sample;
}

/** Between two runs there is a turn of the event loop, as in a program that receives its runs as requests. */
async function repeat(side: OpenedSide, units: number): Promise<void> {
  for (let unit = 0; unit < units; unit += 1) {
    await side.unit();
    await nextTurn();
  }
}
