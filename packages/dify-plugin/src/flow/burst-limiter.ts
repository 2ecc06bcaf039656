import type { Clock } from './clock.ts';

/** The number of items that may pass per window. */
export type BurstLimit = { items: number; windowMs: number };

/** Lets a burst of items pass and delays the next one, so that a queue of fixed size at the receiver does not overflow. */
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
    // If the clock was set back, the next item would wait for that time.
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
