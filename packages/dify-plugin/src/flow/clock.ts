/** Time as the runtime needs it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after so many milliseconds; the returned function cancels. */
  schedule(delayMs: number, callback: () => void): () => void;
};

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The clock of the machine, for what must not keep a process alive. */
export const backgroundClock: Clock = {
  now: systemClock.now,
  schedule: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
