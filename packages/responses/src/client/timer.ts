import { setTimeout as wait } from 'node:timers/promises';

/** The clock of this package; tests bring their own. */
export type Timer = {
  now: () => number;
  /** Resolves after the time, or rejects when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** The clock on the wall. */
export const systemTimer: Timer = {
  now: Date.now,
  wait: (ms, signal) => wait(ms, undefined, { signal }),
};
