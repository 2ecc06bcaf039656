/** The clock that decides what has expired: the server's, or the runner's in tests and replays. */
export type ClockSource = 'database' | 'host';

/** Smaller differences can be network latency. */
const TOLERATED_MS = 2_000;

/** The time of the store and its offset from the runner's clock. */
export class StoreClock {
  readonly #source: ClockSource;
  readonly #clock: () => number;
  readonly #stopwatch: () => number;
  #told: { readonly time: number; readonly at: number } | undefined;

  /** A monotonic clock, which changes of the system time do not affect. */
  constructor(
    source: ClockSource,
    clock: () => number,
    stopwatch: () => number = performance.now.bind(performance),
  ) {
    this.#source = source;
    this.#clock = clock;
    this.#stopwatch = stopwatch;
  }

  /** The time that the server uses as the current time; null for its own clock. */
  fixedTime(): number | null {
    return this.#source === 'host' ? this.#clock() : null;
  }

  /** Returns the estimated time of the server's clock, because audit records are chained before the server returns its time. */
  estimate(): number {
    if (this.#told === undefined) return Math.round(this.#clock());
    return Math.round(this.#told.time + this.#stopwatch() - this.#told.at);
  }

  /** How far the server's clock is ahead of the runner's, in milliseconds, rounded to seconds; 0 for a small difference. */
  get ahead(): number {
    if (this.#told === undefined) return 0;
    const ahead = this.estimate() - this.#clock();
    return Math.abs(ahead) < TOLERATED_MS ? 0 : Math.round(ahead / 1_000) * 1_000;
  }

  /** Stores the time that the server returned. */
  observe(serverTime: number): void {
    if (this.#source === 'database') this.#told = { time: serverTime, at: this.#stopwatch() };
  }
}
