import { pointsOf, type CrashPoint } from './crash-points.ts';
import type { playCrash, RunEnding } from './crash-scene.ts';
import { refundsIn } from './serve-shop.ts';

type Role = 'worker' | 'server';

/** Who is killed while who stands at its points. */
export const CRASHES = [
  { victim: 'worker', owner: 'worker' },
  { victim: 'worker', owner: 'server' },
  { victim: 'server', owner: 'worker' },
  { victim: 'server', owner: 'server' },
] as const;

/** The refund may have happened, and the process that knows is dead: the only cells in which a person is asked. */
const ASKED: readonly string[] = ['after intent', 'before effect', 'after effect', 'before result'];

/** When a database dies, those who write live and repeat what did not happen, so nobody has to be asked. */
const DATABASE_ENDING: RunEnding = { run: 'done', refunds: 1, asked: 0, allowed: 1 };

/** What the guide promises of a crash of the database at these points. */
export function expectedOfDatabase(points: readonly CrashPoint[]) {
  return { endings: new Map(points.map((point) => [point, DATABASE_ENDING])), chainHolds: true };
}

/** What the guide promises of a crash of processes. */
export function expectedOf(owner: Role, victim: Role): CrashFacts {
  const isKnowing = victim === 'worker' && owner === 'worker';
  const points = pointsOf(owner).filter((point) => !point.endsWith('enqueue'));
  // Of two new runs the one is lost that was never acknowledged: whoever asked for it got no answer.
  const started = owner === 'worker' ? [] : victim === 'server' ? ['order-102'] : ['order-101', 'order-102'];
  const ending = (point: CrashPoint): RunEnding => ({
    run: 'done',
    refunds: 1,
    asked: isKnowing && ASKED.includes(point) ? 1 : 0,
    allowed: 1,
  });
  return {
    endings: Object.fromEntries(points.map((point) => [point, ending(point)])),
    runs: points.length + started.length,
    started,
    refundedOnce: true,
    chainHolds: true,
  };
}

/** The same, as it was found. */
export function foundIn(played: Awaited<ReturnType<typeof playCrash>>, ledger: string): CrashFacts {
  const counts = refundsIn(ledger);
  return {
    endings: Object.fromEntries(played.endings),
    runs: played.runs,
    started: [...counts.keys()].filter((order) => order.length > 'order-10'.length).toSorted(),
    refundedOnce: [...counts.values()].every((times) => times === 1),
    chainHolds: played.chainHolds,
  };
}

interface CrashFacts {
  readonly endings: Readonly<Record<string, RunEnding>>;
  readonly runs: number;
  /** The orders of those runs that a server began itself. */
  readonly started: readonly string[];
  readonly refundedOnce: boolean;
  readonly chainHolds: boolean;
}
