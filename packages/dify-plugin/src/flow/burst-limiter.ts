import type { Clock } from './clock.ts';

/** How many items may pass at once. */
export type BurstLimit = { items: number; windowMs: number };

/** Lets a burst of items pass and makes the next one wait, so that a queue of fixed size behind us keeps up. */
export class BurstLimiter {
  readonly #limit: BurstLimit;
  readonly #clock: Clock;
  #windowStart = Number.NEGATIVE_INFINITY;
  #passed = 0;

  constructor(limit: BurstLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  async pass(): Promise<void> {
    const sinceStart = this.#clock.now() - this.#windowStart;
    // A clock that is set back would make the next item wait for as long.
    if (sinceStart < 0 || sinceStart >= this.#limit.windowMs) this.#openWindow();
    if (this.#passed >= this.#limit.items) {
      await new Promise<void>((resolve) => {
        this.#clock.schedule(this.#limit.windowMs - sinceStart, resolve);
      });
      this.#openWindow();
    }
    this.#passed += 1;
  }

  #openWindow(): void {
    this.#windowStart = this.#clock.now();
    this.#passed = 0;
  }
}
