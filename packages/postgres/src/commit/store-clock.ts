/** Whose clock decides what has expired: the server's, or (for tests and replays) the one that the runner was given. */
export type ClockSource = 'database' | 'host';

/** The time of the store. */
export class StoreClock {
  readonly #source: ClockSource;
  readonly #clock: () => number;
  /** How far the server's clock is ahead of ours. */
  #ahead = 0;

  constructor(source: ClockSource, clock: () => number) {
    this.#source = source;
    this.#clock = clock;
  }

  /** The time that the server must take for now; null lets it look at its own clock. */
  decree(): number | null {
    return this.#source === 'host' ? this.#clock() : null;
  }

  /** What the server's clock will show, as nearly as we know; audit records are chained before it can tell. */
  estimate(): number {
    return Math.round(this.#clock() + this.#ahead);
  }

  /** Takes note of the time that the server has told. */
  observe(serverTime: number): void {
    if (this.#source === 'database') this.#ahead = serverTime - this.#clock();
  }
}
