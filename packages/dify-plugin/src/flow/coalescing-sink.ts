import type { Clock } from './clock.ts';

/** How two items become one; undefined when they cannot. */
type Merge<Item> = (first: Item, second: Item) => Item | undefined;

/** What a coalescing sink needs. */
export type CoalescingOptions<Item> = {
  write(item: Item): Promise<void>;
  merge: Merge<Item>;
  canWait(item: Item): boolean;
  windowMs: number;
  clock: Clock;
};

/**
 * Joins neighbouring deltas that arrive within one window. The daemon loses messages of an agent when more
 * than 128 wait for a slow reader; a stream of single tokens would get there, one message per window does not.
 */
export class CoalescingSink<Item> {
  readonly #options: CoalescingOptions<Item>;
  #held: Item | undefined;
  #lastWrite = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;
  // One write at a time: a flush by the timer must not be overtaken by the item after it.
  #tail: Promise<void> = Promise.resolve();

  constructor(options: CoalescingOptions<Item>) {
    this.#options = options;
  }

  async push(item: Item): Promise<void> {
    const { merge, canWait, windowMs, clock } = this.#options;
    const isWindowOpen = clock.now() - this.#lastWrite < windowMs;
    if (this.#held !== undefined) {
      const merged = merge(this.#held, item);
      if (merged === undefined) await this.flush();
      else {
        this.#held = merged;
        return isWindowOpen ? undefined : this.flush();
      }
    }
    if (!isWindowOpen || !canWait(item)) return this.#write(item);
    this.#held = item;
    this.#cancelTimer = clock.schedule(windowMs, () => {
      // The failed write stays in the tail, so the next push reports it.
      this.flush().catch(() => {});
    });
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const item = this.#held;
    this.#held = undefined;
    if (item !== undefined) await this.#write(item);
  }

  /** Forgets what waits. */
  discard(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#held = undefined;
  }

  #write(item: Item): Promise<void> {
    this.#lastWrite = this.#options.clock.now();
    this.#tail = this.#tail.then(() => this.#options.write(item));
    return this.#tail;
  }
}
