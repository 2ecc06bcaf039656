import type { BenchCase, BenchReport } from './bench-case.ts';
import { ALL_PARTS, PARTS } from './floor/parts.ts';
import { withModelServer } from './http/with-model-server.ts';
import { alternate } from './sides/alternate.ts';
import { overheadRatio, pairedRatio } from './sides/paired.ts';
import type { SideSample, SideTask } from './sides/side-message.ts';
import { startSide, type SideProcess } from './sides/start-side.ts';

/**
 * What each part of a turn costs: the overhead over the bare SDK without one part, beside the complete overhead. A part is left
 * out with a loader hook (`floor/parts.ts`). The parts overlap, so their savings do not add up. The variant without any of them
 * is the floor: no change of these parts can lead to a lower ratio.
 */
export function benchFloor({ quick = false }: { readonly quick?: boolean } = {}): Promise<BenchReport> {
  return withModelServer((modelUrl) => measureFloor(modelUrl, quick ? QUICK : FULL));
}

const QUICK = { warmUp: { units: 8, rounds: 2 }, measured: { units: 3, rounds: 5 } };
const FULL = { warmUp: { units: 60, rounds: 5 }, measured: { units: 10, rounds: 21 } };

async function measureFloor(modelUrl: string, size: typeof FULL): Promise<BenchReport> {
  const sides = new Map<string, SideProcess>();
  try {
    for (const side of ['bare', 'again'] as const) sides.set(side, await startSide({ side: 'bare' }));
    sides.set(COMPLETE, await startSide({ side: 'ours' }));
    for (const without of VARIANTS) sides.set(without, await startSide({ side: 'ours', without }));
    const cases: BenchCase[] = [];
    for (const [label, work] of Object.entries(worksWith(modelUrl))) {
      const tasks = (units: number) =>
        new Map([...sides].map(([name, side]) => [name, () => side.measure(taskOf(name, work, units))]));
      await alternate(tasks(size.warmUp.units), size.warmUp.rounds);
      cases.push(...casesOf(label, await alternate(tasks(size.measured.units), size.measured.rounds)));
    }
    return { bench: 'floor', cases };
  } finally {
    for (const side of sides.values()) side.close();
  }
}

const COMPLETE = 'complete';
const VARIANTS = [ALL_PARTS, ...Object.keys(PARTS)];

const worksWith = (modelUrl: string): Readonly<Record<string, SideTask['work']>> => ({
  'HTTP, 10 calls of a declared read, memory': { tool: 'read', calls: 10, store: 'memory', modelUrl },
  'HTTP, 10 calls of an undeclared tool, memory': {
    tool: 'undeclared',
    calls: 10,
    store: 'memory',
    modelUrl,
  },
  'HTTP, 10 calls of a declared read, SQLite': { tool: 'read', calls: 10, store: 'sqlite', modelUrl },
  'HTTP, 10 calls of an undeclared tool, SQLite': {
    tool: 'undeclared',
    calls: 10,
    store: 'sqlite',
    modelUrl,
  },
  'script, 10 calls of a declared read, memory': { tool: 'read', calls: 10, store: 'memory' },
});

const taskOf = (side: string, work: SideTask['work'], units: number): SideTask => ({
  work: side === 'bare' || side === 'again' ? { ...work, store: 'memory' } : work,
  concurrency: 1,
  units,
});

function casesOf(label: string, samples: ReadonlyMap<string, readonly SideSample[]>): BenchCase[] {
  const cpuOf = (name: string) => samples.get(name)?.map(({ cpu }) => cpu) ?? [];
  const [bare, complete] = [cpuOf('bare'), cpuOf(COMPLETE)];
  const informative = { goal: 'none', holds: true } as const;
  return [
    {
      case: `noise · ${label} · bare SDK beside itself`,
      ...pairedRatio(cpuOf('again'), bare),
      ...informative,
    },
    { case: `${label} · now beside bare SDK`, ...pairedRatio(complete, bare), ...informative },
    {
      case: `${label} · floor: without ${ALL_PARTS} beside bare SDK`,
      ...pairedRatio(cpuOf(ALL_PARTS), bare),
      ...informative,
    },
    ...VARIANTS.map((part) => ({
      case: `${label} · overhead without ${part} beside the complete overhead`,
      ...overheadRatio(cpuOf(part), complete, bare),
      ...informative,
    })),
  ];
}
