import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sideTaskSchema, type SideSample, type SideTask } from './side-message.ts';
import type { OpenedSide, Work } from './work.ts';

// A program: executes the tasks that its parent process sends, one at a time, and replies with their measurements. The
// argument is the side: `bare` or `ours`. With `resolve-from-checkout.ts`, `ours` is the version of another checkout.
type OpenSide = (work: Work, onCall: () => void) => Promise<OpenedSide>;

const open: OpenSide =
  process.argv[2] === 'bare'
    ? (await import('./bare-side.ts')).openSide
    : (await import('./our-side.ts')).openSide;

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

/** Each task has its own store, so that tasks are comparable. Opening and closing it are not measured. */
async function measure({ work, concurrency, units }: SideTask): Promise<SideSample> {
  let calls = 0;
  const side = await open(work, () => (calls += 1));
  const loop = monitorEventLoopDelay({ resolution: 1 });
  globalThis.gc?.({ type: 'minor' });
  loop.enable();
  const cpu = process.cpuUsage();
  const began = performance.now();
  await Promise.all(Array.from({ length: concurrency }, () => repeat(side, units)));
  const wall = performance.now() - began;
  loop.disable();
  await sleep(FLUSH_MS);
  const { user, system } = process.cpuUsage(cpu);
  await side.close();
  const total = units * concurrency;
  if (calls !== total * work.calls)
    throw new Error(`${calls} of ${total * work.calls} tool bodies were executed.`);
  return {
    cpu: (user + system) / 1_000 / total,
    wall: wall / total,
    loopP99: loop.percentile(99) / 1e6,
    loopMax: loop.max / 1e6,
  };
}

async function repeat(side: OpenedSide, units: number): Promise<void> {
  for (let unit = 0; unit < units; unit += 1) await side.unit();
}
