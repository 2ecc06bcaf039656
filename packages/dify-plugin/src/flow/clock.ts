/** The clock that the runtime uses. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after the given milliseconds. Returns a function that cancels the callback. */
  schedule(delayMs: number, callback: () => void): () => void;
};

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The system clock with timers that do not keep a process alive. */
export const backgroundClock: Clock = {
  now: systemClock.now,
  schedule: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
