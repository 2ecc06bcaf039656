import type { Clock } from './clock.ts';

/** Merges two items; returns undefined when they cannot be merged. */
type Merge<Item> = (first: Item, second: Item) => Item | undefined;

/** The options of a coalescing sink. */
export type CoalescingOptions<Item> = {
  write(item: Item): Promise<void>;
  merge: Merge<Item>;
  canWait(item: Item): boolean;
  windowMs: number;
  clock: Clock;
};

/**
 * Merges adjacent deltas that arrive within one window. The daemon drops messages of an agent when more
 * than 128 wait for a slow reader; single tokens would exceed this limit, one message per window does not.
 */
export class CoalescingSink<Item> {
  readonly #options: CoalescingOptions<Item>;
  #pending: Item | undefined;
  #lastWrite = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;
  // One write at a time: the next item must not overtake a flush by the timer.
  #tail: Promise<void> = Promise.resolve();

  constructor(options: CoalescingOptions<Item>) {
    this.#options = options;
  }

  async push(item: Item): Promise<void> {
    const { merge, canWait, windowMs, clock } = this.#options;
    const isWindowOpen = clock.now() - this.#lastWrite < windowMs;
    if (this.#pending !== undefined) {
      const merged = merge(this.#pending, item);
      if (merged === undefined) await this.flush();
      else {
        this.#pending = merged;
        return isWindowOpen ? undefined : this.flush();
      }
    }
    if (!isWindowOpen || !canWait(item)) return this.#write(item);
    this.#pending = item;
    this.#cancelTimer = clock.schedule(windowMs, () => {
      // The failed write remains in the tail, so the next push reports it.
      this.flush().catch(() => {});
    });
  }

  /** Writes the pending item. */
  async flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const item = this.#pending;
    this.#pending = undefined;
    if (item !== undefined) await this.#write(item);
  }

  /** Discards the pending item. */
  discard(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#pending = undefined;
  }

  #write(item: Item): Promise<void> {
    this.#lastWrite = this.#options.clock.now();
    this.#tail = this.#tail.then(() => this.#options.write(item));
    return this.#tail;
  }
}
