import type { BenchCase, Figures } from '../bench-case.ts';
import { alternate } from '../sides/alternate.ts';
import { pairedRatio } from '../sides/paired.ts';
import type { SideName, SideSample, SideTask } from '../sides/side-message.ts';
import { startSide, type SideProcess } from '../sides/start-side.ts';
import { warmUp } from '../sides/warm-up.ts';
import type { BenchPlace } from './bench-place.ts';
import type { SyncShim } from './sync-shim.ts';

interface PeerPlan {
  readonly place: BenchPlace;
  readonly shim: SyncShim | undefined;
  /** The checkout of version 0.1. */
  readonly baseline: string | undefined;
  readonly quick: boolean;
}

type StoreKind = 'sqlite' | 'postgres';
type Peer = 'langgraph' | 'langgraph-synced' | 'mastra';
type CycleSide = 'now' | '0.1' | Peer;

/** The other runtimes. On SQLite they acknowledge a commit before it is on disk, so LangGraph is also measured with syncs. */
const PEERS: Readonly<Record<StoreKind, ReadonlyMap<Peer, string>>> = {
  sqlite: new Map([
    ['langgraph', 'LangGraph SqliteSaver'],
    ['langgraph-synced', 'LangGraph SqliteSaver that syncs its commits'],
    ['mastra', 'Mastra LibSQL'],
  ]),
  postgres: new Map([
    ['langgraph', 'LangGraph PostgresSaver'],
    ['mastra', 'Mastra PostgresStore'],
  ]),
};
const STORES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** The goals for the rate of cycles beside a peer, by the number of concurrent runs. */
const RATE_GOALS: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  'sqlite langgraph': { 1: 1, 32: 2 },
  'postgres langgraph': { 32: 2.5 },
  'postgres mastra': { 1: 0.9, 32: 1.2 },
};
const MAX_SYNCS = 4;
const MAX_TRIPS = 5;

const LOADS = [
  { concurrency: 1, units: 8 },
  { concurrency: 32, units: 2 },
] as const;

/** Cycles of suspend, approve and resume beside LangGraph and Mastra, each side in its own process, alternately. */
export async function comparePeers(plan: PeerPlan): Promise<readonly BenchCase[]> {
  const cases: BenchCase[] = [];
  for (const store of ['sqlite', 'postgres'] as const) {
    const sides = await startSides(plan, store);
    try {
      for (const load of LOADS) {
        const tasks = new Map(
          [...sides].map(([name, { process, task }]) => [name, () => process.measure({ ...task, ...load })]),
        );
        const warmUpMs = plan.quick ? 500 : 6_000;
        for (const { process, task } of sides.values()) await warmUp(process, { ...task, ...load }, warmUpMs);
        const samples = await alternate(tasks, plan.quick ? 5 : 15);
        cases.push(...casesOf(store, load.concurrency, samples));
      }
    } finally {
      for (const { process } of sides.values()) process.close();
    }
  }
  return cases;
}

interface StartedSide {
  readonly process: SideProcess;
  readonly task: SideTask;
}

async function startSides(
  { place, shim, baseline }: PeerPlan,
  store: StoreKind,
): Promise<Map<CycleSide, StartedSide>> {
  const start = async (name: string, side: SideName, checkout?: string): Promise<StartedSide> => ({
    process: await startSide({ side, checkout, env: store === 'sqlite' ? shim?.(0) : undefined }),
    task: {
      work: {
        tool: 'send',
        calls: 1,
        store,
        databaseUrl: store === 'postgres' ? (await place.openPool(name)).url : undefined,
      },
      concurrency: 1,
      units: 1,
    },
  });
  const sides = new Map<CycleSide, StartedSide>([['now', await start('ours', 'ours')]]);
  if (baseline !== undefined) sides.set('0.1', await start('previous', 'ours', baseline));
  for (const peer of PEERS[store].keys()) sides.set(peer, await start(peer, peer));
  return sides;
}

/** The cases of one store and one number of concurrent runs. Syncs and trips are counted for one run at a time. */
export function casesOf(
  store: StoreKind,
  concurrency: number,
  samples: ReadonlyMap<CycleSide, readonly SideSample[]>,
): readonly BenchCase[] {
  const valuesOf = (side: CycleSide, of: keyof SideSample) =>
    (samples.get(side) ?? []).map((sample) => sample[of] ?? Number.NaN);
  const compare = (side: CycleSide, peer: CycleSide, of: keyof SideSample) =>
    pairedRatio(valuesOf(side, of), valuesOf(peer, of));
  const cases: BenchCase[] = [];
  for (const version of ['now', '0.1'] as const) {
    if (!samples.has(version)) continue;
    const prefix = version === 'now' ? '' : 'version 0.1, ';
    for (const [peer, name] of PEERS[store]) {
      const label = `${prefix}${STORES[store]} beside ${name}, ${concurrency} at once`;
      const goal = version === 'now' ? RATE_GOALS[`${store} ${peer}`]?.[concurrency] : undefined;
      const rates = ratesOf(compare(version, peer, 'wall'));
      cases.push(
        {
          case: `${label}, cycles/s`,
          ...rates,
          goal: goal === undefined ? 'none' : `>= ${goal}`,
          holds: goal === undefined || rates.ratio >= goal,
        },
        { case: `${label}, CPU ms a cycle`, ...compare(version, peer, 'cpu'), goal: 'none', holds: true },
      );
      const counted = store === 'sqlite' ? 'syncs' : 'trips';
      if (concurrency !== 1 || valuesOf(version, counted).some(Number.isNaN)) continue;
      const counts = compare(version, peer, counted);
      const limit = store === 'sqlite' ? MAX_SYNCS : MAX_TRIPS;
      cases.push({
        case: `${label}, ${store === 'sqlite' ? 'syncs' : 'round trips'} a cycle`,
        ...counts,
        goal: version === 'now' ? `ours <= ${limit}` : 'none',
        holds: version !== 'now' || counts.ours <= limit,
      });
    }
  }
  return cases;
}

const ratesOf = ({ ours, other, ratio }: Figures): Figures => ({
  ours: 1_000 / ours,
  other: 1_000 / other,
  ratio: 1 / ratio,
});
