import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchCase, BenchReport } from './bench-case.ts';
import { compileSyncShim, NO_SHIM } from './durable/sync-shim.ts';
import { alternate } from './sides/alternate.ts';
import { NO_BASELINE } from './sides/baseline.ts';
import { pairedRatio } from './sides/paired.ts';
import type { SideSample, SideTask } from './sides/side-message.ts';
import { startSide, type SideOptions, type SideProcess } from './sides/start-side.ts';

interface Options {
  readonly quick?: boolean;
  readonly baseline?: string | undefined;
}

/** The delay of the event loop while 32 runs suspend, are approved and resume at the same time. */
export async function benchLoop({ quick = false, baseline }: Options = {}): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-bench-loop-'));
  const sides = new Map<string, SideProcess>();
  try {
    const shim = compileSyncShim(folder);
    const settings: [string, Setting][] = Object.entries(SETTINGS);
    const used = settings.filter(([, { delayMs }]) => delayMs === 0 || shim !== undefined);
    const tasks = new Map<string, () => Promise<SideSample>>();
    const add = async (name: string, options: SideOptions, store: Setting['store']) => {
      const side = await startSide(options);
      sides.set(name, side);
      tasks.set(name, () => side.measure(taskOf(store)));
    };
    for (const name of ['bare', 'again']) await add(name, { side: 'bare' }, 'memory');
    for (const [name, { store, delayMs }] of used) {
      const env = delayMs > 0 ? shim?.(delayMs) : undefined;
      await add(`now ${name}`, { side: 'ours', env }, store);
      if (baseline !== undefined) await add(`0.1 ${name}`, { side: 'ours', checkout: baseline, env }, store);
    }
    await alternate(tasks, quick ? 1 : 3);
    const samples = await alternate(tasks, quick ? 3 : 9);
    const notes = [
      ...(baseline === undefined ? [NO_BASELINE] : []),
      ...(shim === undefined ? [NO_SHIM] : []),
    ];
    const cases = [noiseOf(samples), ...used.flatMap(([name]) => casesOf(name, samples))];
    return { bench: 'loop', cases, notes };
  } finally {
    for (const side of sides.values()) side.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Setting {
  readonly store: 'memory' | 'sqlite';
  /** The additional time of each fsync. */
  readonly delayMs: number;
}

const SETTINGS: Readonly<Record<string, Setting>> = {
  memory: { store: 'memory', delayMs: 0 },
  SQLite: { store: 'sqlite', delayMs: 0 },
  'SQLite with 30 ms more for each fsync': { store: 'sqlite', delayMs: 30 },
};

const MAX_DELAY_MS = 15;

const taskOf = (store: Setting['store']): SideTask => ({
  work: { tool: 'send', calls: 1, store },
  concurrency: 32,
  units: 3,
});

type Samples = ReadonlyMap<string, readonly SideSample[]>;

const delays = (samples: Samples, side: string, of: 'loopP99' | 'loopMax') =>
  samples.get(side)?.map((sample) => sample[of]) ?? [];

const noiseOf = (samples: Samples): BenchCase => ({
  case: 'noise · bare SDK beside itself · p99 ms',
  ...pairedRatio(delays(samples, 'again', 'loopP99'), delays(samples, 'bare', 'loopP99')),
  goal: 'none',
  holds: true,
});

/** The cases of one setting. The bare SDK has no store; its delay is that of 32 runs without any storage. */
function casesOf(setting: string, samples: Samples): readonly BenchCase[] {
  return (['now', '0.1'] as const)
    .filter((version) => samples.has(`${version} ${setting}`))
    .flatMap((version) => {
      const compare = (of: 'loopP99' | 'loopMax') =>
        pairedRatio(delays(samples, `${version} ${setting}`, of), delays(samples, 'bare', of));
      const label = `${setting} · ${version} beside bare SDK`;
      const p99 = compare('loopP99');
      const hasGoal = version === 'now';
      return [
        {
          case: `${label} · p99 ms`,
          ...p99,
          goal: hasGoal ? `ours <= ${MAX_DELAY_MS}` : 'none',
          holds: !hasGoal || p99.ours <= MAX_DELAY_MS,
        },
        { case: `${label} · longest ms`, ...compare('loopMax'), goal: 'none', holds: true },
      ];
    });
}
