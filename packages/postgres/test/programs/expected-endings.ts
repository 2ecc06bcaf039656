import { pointsOf, type CrashPoint } from './crash-points.ts';
import type { playCrash, RunEnding } from './crash-scene.ts';
import { refundsIn } from './serve-shop.ts';

type Role = 'worker' | 'server';

/** The killed process, and the process that is paused at its points. */
export const CRASHES = [
  { victim: 'worker', owner: 'worker' },
  { victim: 'server', owner: 'server' },
  { victim: 'worker', owner: 'server' },
  { victim: 'server', owner: 'worker' },
] as const;

/** The only cells in which a person is asked: the refund may have been executed, and its process is dead. */
const ASKED: readonly string[] = ['after intent', 'before effect', 'after effect', 'before result'];

/** When the database is killed, the writers survive and repeat what was not written, so no person is asked. */
const DATABASE_ENDING: RunEnding = { run: 'done', refunds: 1, asked: 0, allowed: 1 };

/** The endings that the guide documents for a crash of the database at these points. */
export function expectedOfDatabase(points: readonly CrashPoint[]) {
  return { endings: new Map(points.map((point) => [point, DATABASE_ENDING])), chainHolds: true };
}

/** The endings that the guide documents for a crash of a process. */
export function expectedOf(owner: Role, victim: Role): CrashFacts {
  const isKnowing = victim === 'worker' && owner === 'worker';
  const points = pointsOf(owner).filter((point) => !point.endsWith('enqueue'));
  // Of two new runs, the one that was never acknowledged is lost: its client received no response.
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

/** The actual endings in the same format. */
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
  /** The orders of the runs that a server started. */
  readonly started: readonly string[];
  readonly refundedOnce: boolean;
  readonly chainHolds: boolean;
}
