import { setTimeout as wait } from 'node:timers/promises';

/** The clock of this package; tests bring their own. */
export type Timer = {
  now: () => number;
  /** Resolves after the time, or rejects when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** The clock of the machine. It only measures, so it is one that nobody can set. */
export const systemTimer: Timer = {
  now: () => Math.round(performance.now()),
  wait: (ms, signal) => wait(ms, undefined, { signal }),
};
