import type { BenchCase, BenchReport } from './bench-case.ts';
import { ALL_PARTS, COMMITS, PARTS, RECORD_DETAILS } from './floor/parts.ts';
import { withModelServer } from './http/with-model-server.ts';
import { alternate } from './sides/alternate.ts';
import { overheadRatio, pairedRatio } from './sides/paired.ts';
import type { SideSample, SideTask } from './sides/side-message.ts';
import { startSide, type SideProcess } from './sides/start-side.ts';
import { warmUp } from './sides/warm-up.ts';
import { waits, type Work } from './sides/work.ts';

/**
 * What each part of a turn costs: the overhead over the bare SDK without one part, beside the complete overhead. A part is left
 * out with a loader hook (`floor/parts.ts`). The parts overlap, so their savings do not add up. The variant without any of them
 * is the floor: no change of these parts can lead to a lower ratio. On SQLite the floor has no commits, which a durable run needs,
 * so the bare SDK is also measured with the waits for the disk that the commits have.
 */
export function benchFloor({ quick = false }: { readonly quick?: boolean } = {}): Promise<BenchReport> {
  return withModelServer((modelUrl) => measureFloor(modelUrl, quick ? QUICK : FULL));
}

const QUICK = { warmUpMs: 300, units: 3, rounds: 5 };
const FULL = { warmUpMs: 3_000, units: 10, rounds: 15 };

async function measureFloor(modelUrl: string, size: typeof FULL): Promise<BenchReport> {
  const sides = new Map<string, SideProcess>();
  try {
    for (const side of ['bare', 'again'] as const) sides.set(side, await startSide({ side: 'bare' }));
    sides.set(WAITING, await startSide({ side: 'bare-waiting' }));
    sides.set(COMPLETE, await startSide({ side: 'ours' }));
    for (const without of VARIANTS) sides.set(without, await startSide({ side: 'ours', without }));
    const cases: BenchCase[] = [];
    for (const [label, work] of Object.entries(worksWith(modelUrl))) {
      const used = [...sides].filter(([name]) => isMeasured(name, work));
      for (const [name, side] of used) await warmUp(side, taskOf(name, work, 1), size.warmUpMs);
      const tasks = new Map(
        used.map(([name, side]) => [name, () => side.measure(taskOf(name, work, size.units))]),
      );
      cases.push(...casesOf(label, await alternate(tasks, size.rounds)));
    }
    return { bench: 'floor', cases };
  } finally {
    for (const side of sides.values()) side.close();
  }
}

const COMPLETE = 'complete';
const WAITING = 'waiting';
const VARIANTS = [ALL_PARTS, ...Object.keys(PARTS)];

/** A run that waits for a person cannot continue without its records, nor on SQLite without its rows. */
function isMeasured(side: string, work: Work): boolean {
  if (side === WAITING) return work.store === 'sqlite' && work.tool !== 'read';
  if (!waits(work)) return true;
  if (side === RECORD_DETAILS) return false;
  return work.store === 'memory' || (side !== ALL_PARTS && side !== COMMITS);
}

const worksWith = (modelUrl: string): Readonly<Record<string, Work>> => ({
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
  'script, 10 calls of an undeclared tool, SQLite': { tool: 'undeclared', calls: 10, store: 'sqlite' },
  'script, suspend, approve, resume, memory': { tool: 'approval', calls: 1, store: 'memory' },
  'script, suspend, approve, resume, SQLite': { tool: 'approval', calls: 1, store: 'sqlite' },
});

const taskOf = (side: string, work: Work, units: number): SideTask => ({
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
    ...(samples.has(ALL_PARTS)
      ? [
          {
            case: `${label} · floor: without ${ALL_PARTS} beside bare SDK`,
            ...pairedRatio(cpuOf(ALL_PARTS), bare),
            ...informative,
          },
        ]
      : []),
    ...(samples.has(WAITING)
      ? [
          {
            case: `${label} · bare SDK with the waits of a durable run beside bare SDK`,
            ...pairedRatio(cpuOf(WAITING), bare),
            ...informative,
          },
        ]
      : []),
    ...VARIANTS.filter((part) => samples.has(part)).map((part) => ({
      case: `${label} · overhead without ${part} beside the complete overhead`,
      ...overheadRatio(cpuOf(part), complete, bare),
      ...informative,
    })),
  ];
}
