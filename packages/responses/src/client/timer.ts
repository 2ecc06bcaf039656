import { setTimeout as wait } from 'node:timers/promises';

/** The clock of this package. Tests replace it. */
export type Timer = {
  now: () => number;
  /** Resolves after the time, or rejects when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** The monotonic clock of the machine, which changes of the system time do not affect. */
export const systemTimer: Timer = {
  now: () => Math.round(performance.now()),
  wait: (ms, signal) => wait(ms, undefined, { signal }),
};
