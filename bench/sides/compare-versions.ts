import type { BenchCase } from '../bench-case.ts';
import { alternate } from './alternate.ts';
import { overheadRatio, pairedRatio } from './paired.ts';
import type { SideSample, SideTask } from './side-message.ts';
import { startSide, type SideProcess } from './start-side.ts';
import { warmUp } from './warm-up.ts';
import type { Work } from './work.ts';

/** One kind of work, measured on several stores. */
export interface WorkGroup {
  readonly label: string;
  readonly work: Omit<Work, 'store' | 'databaseUrl'>;
  readonly stores: readonly Work['store'][];
  /** The goals for the ratio to the bare SDK, by store. */
  readonly goals: Readonly<Partial<Record<Work['store'], number>>>;
}

/** What is measured, and how often. */
export interface VersionPlan {
  readonly groups: readonly WorkGroup[];
  /** The checkout of version 0.1. */
  readonly baseline?: string | undefined;
  readonly quick: boolean;
  /** Creates an empty database and returns its URL. */
  readonly createDatabase?: (name: string) => Promise<string>;
}

/** A side is `bare`, `again` (the bare SDK in a second process) or a version with a store, such as `now sqlite`. */
type Samples = Map<string, SideSample[]>;

/** Compares the bare SDK, this version and version 0.1. */
export async function compareVersions(plan: VersionPlan): Promise<readonly BenchCase[]> {
  const measured = await measureVersions(plan, plan.quick ? QUICK : FULL);
  return [...measured].flatMap(([group, samples]) => casesOf(group, samples));
}

/** How often and how long each side is measured. Times are CPU time. */
interface MeasurementSize {
  /** All processes are started anew this often, because two processes of the same program differ. */
  readonly generations: number;
  readonly rounds: number;
  /** The warm-up of a process for its first kind of work, and for each later one (`warm-up.ts`). */
  readonly firstWarmUpMs: number;
  readonly warmUpMs: number;
  /** The duration of one block of the bare SDK. */
  readonly blockMs: number;
}

/** Measures all sides alternately, each in its own process. */
async function measureVersions(
  plan: Omit<VersionPlan, 'quick'>,
  { generations, rounds, firstWarmUpMs, warmUpMs, blockMs }: MeasurementSize,
): Promise<Map<WorkGroup, Samples>> {
  const measured = new Map<WorkGroup, Samples>(plan.groups.map((group) => [group, new Map()]));
  for (let generation = 0; generation < generations; generation += 1) {
    const sides = await startSides(plan, generation);
    try {
      for (const [index, group] of plan.groups.entries()) {
        const size = { warmUpMs: index === 0 ? firstWarmUpMs : warmUpMs, blockMs };
        const tasks = await prepareTasks(sides, group, size);
        const samples = measured.get(group);
        for (const [name, added] of await alternate(tasks, rounds))
          samples?.set(name, [...(samples.get(name) ?? []), ...added]);
      }
    } finally {
      for (const { process } of sides.values()) process.close();
    }
  }
  return measured;
}

const FULL = { generations: 2, rounds: 15, firstWarmUpMs: 10_000, warmUpMs: 4_000, blockMs: 50 };
const QUICK = { generations: 1, rounds: 5, firstWarmUpMs: 2_000, warmUpMs: 500, blockMs: 40 };
const VERSIONS = ['now', '0.1'] as const;

interface StartedSide {
  readonly process: SideProcess;
  readonly store: Work['store'];
  readonly databaseUrl?: string | undefined;
}

async function startSides(
  plan: Omit<VersionPlan, 'quick'>,
  generation: number,
): Promise<Map<string, StartedSide>> {
  const sides = new Map<string, StartedSide>();
  for (const name of ['bare', 'again'])
    sides.set(name, { process: await startSide({ side: 'bare' }), store: 'memory' });
  const stores = new Set(plan.groups.flatMap((group) => group.stores));
  for (const version of plan.baseline === undefined ? (['now'] as const) : VERSIONS) {
    for (const store of stores) {
      const checkout = version === '0.1' ? plan.baseline : undefined;
      const database = `side_${version.replace('.', '_')}_${generation}`;
      sides.set(`${version} ${store}`, {
        process: await startSide({ side: 'ours', checkout }),
        store,
        databaseUrl: store === 'postgres' ? await plan.createDatabase?.(database) : undefined,
      });
    }
  }
  return sides;
}

/** Warms up every side for a kind of work, and returns their tasks, all with the same number of units. */
async function prepareTasks(
  sides: ReadonlyMap<string, StartedSide>,
  { work, stores }: WorkGroup,
  { warmUpMs, blockMs }: { readonly warmUpMs: number; readonly blockMs: number },
): Promise<Map<string, () => Promise<SideSample>>> {
  const used = [...sides].filter(([name, { store }]) => isBare(name) || stores.includes(store));
  let units = 1;
  for (const [name, side] of used) {
    const cpu = await warmUp(side.process, taskOf(side, work, 1), warmUpMs);
    if (name === 'bare') units = Math.max(1, Math.round(blockMs / cpu));
  }
  return new Map(used.map(([name, side]) => [name, () => side.process.measure(taskOf(side, work, units))]));
}

const taskOf = ({ store, databaseUrl }: StartedSide, work: WorkGroup['work'], units: number): SideTask => ({
  work: { ...work, store, databaseUrl },
  concurrency: 1,
  units,
});

const isBare = (name: string) => name === 'bare' || name === 'again';

/** The cases of one kind of work: the noise, and for each store both versions and their overheads. */
export function casesOf({ label, stores, goals }: WorkGroup, samples: Samples): readonly BenchCase[] {
  const cpuOf = (name: string) => samples.get(name)?.map(({ cpu }) => cpu) ?? [];
  const bare = cpuOf('bare');
  const informative = { goal: 'none', holds: true } as const;
  const cases: BenchCase[] = [
    {
      case: `noise · ${label} · bare SDK beside itself`,
      ...pairedRatio(cpuOf('again'), bare),
      ...informative,
    },
  ];
  for (const store of stores) {
    const [now, previous] = VERSIONS.map((version) => cpuOf(`${version} ${store}`));
    if (now === undefined || previous === undefined) continue;
    const goal = goals[store];
    const figures = pairedRatio(now, bare);
    const title = `${label}, ${STORES[store]}`;
    cases.push({
      case: `${title} · now beside bare SDK`,
      ...figures,
      goal: goal === undefined ? 'none' : `<= ${goal}`,
      holds: goal === undefined || figures.ratio <= goal,
    });
    if (previous.length === 0) continue;
    const overhead = overheadRatio(now, previous, bare);
    cases.push(
      { case: `${title} · 0.1 beside bare SDK`, ...pairedRatio(previous, bare), ...informative },
      {
        case: `${title} · overhead of now beside overhead of 0.1`,
        ...overhead,
        goal: `<= ${MAX_OVERHEAD}`,
        holds: overhead.ratio <= MAX_OVERHEAD,
      },
    );
  }
  return cases;
}

const STORES = { memory: 'memory', sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
const MAX_OVERHEAD = 0.5;
