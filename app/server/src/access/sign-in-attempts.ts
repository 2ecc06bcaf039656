const MAX_ADDRESSES = 10_000;

/**
 * Counts failed sign-ins by address. After too many failures, all attempts from the address are rejected for a while,
 * also valid ones.
 */
export class SignInAttempts {
  readonly #maxFailures: number;
  readonly #windowMs: number;
  readonly #clock: () => number;
  readonly #failures = new Map<string, { count: number; until: number }>();

  constructor(options: { most: number; windowMs: number; clock: () => number }) {
    this.#maxFailures = options.most;
    this.#windowMs = options.windowMs;
    this.#clock = options.clock;
  }

  /** Returns how long an address is blocked, in milliseconds; 0 when it is not. */
  waitFor(address: string): number {
    const known = this.#failures.get(address);
    const left = (known?.until ?? 0) - this.#clock();
    // The remaining time exceeds the window only after the clock was set back.
    if (known === undefined || left <= 0 || left > this.#windowMs) return 0;
    return known.count >= this.#maxFailures ? left : 0;
  }

  /**
   * Counts an attempt as failed. Callers count before they verify: otherwise many concurrent attempts could all be
   * verified.
   */
  fail(address: string): void {
    const now = this.#clock();
    const known = this.#failures.get(address);
    const isOld = known === undefined || known.until <= now || known.until > now + this.#windowMs;
    // Deleting first keeps the map in order of use, so that the oldest entry is evicted.
    this.#failures.delete(address);
    this.#failures.set(address, {
      count: isOld ? 1 : known.count + 1,
      until: isOld ? now + this.#windowMs : known.until,
    });
    const oldest = this.#failures.keys().next().value;
    if (this.#failures.size > MAX_ADDRESSES && oldest !== undefined) this.#failures.delete(oldest);
  }

  /** Removes the count of an attempt that succeeded. */
  reset(address: string): void {
    const known = this.#failures.get(address);
    if (known !== undefined && known.count > 0) known.count -= 1;
  }
}
