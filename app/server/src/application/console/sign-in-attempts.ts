const MAX_ADDRESSES = 10_000;

/** Counts failed sign-ins by address; whoever guesses too often is not listened to for a while, right or wrong. */
export class SignInAttempts {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #clock: () => number;
  readonly #failures = new Map<string, { count: number; until: number }>();

  constructor(options: { most: number; windowMs: number; clock: () => number }) {
    this.#most = options.most;
    this.#windowMs = options.windowMs;
    this.#clock = options.clock;
  }

  /** How long an address has to wait before it is listened to again; 0 when it need not. */
  waitFor(address: string): number {
    const known = this.#failures.get(address);
    const left = (known?.until ?? 0) - this.#clock();
    // More than the whole time is left when the clock was set back.
    if (known === undefined || left <= 0 || left > this.#windowMs) return 0;
    return known.count >= this.#most ? left : 0;
  }

  /** Counts an attempt as failed. Do so before looking: many at once could otherwise all be listened to. */
  fail(address: string): void {
    const now = this.#clock();
    const known = this.#failures.get(address);
    const isOld = known === undefined || known.until <= now || known.until > now + this.#windowMs;
    // Deleting first keeps the map in the order of use, so that the oldest is the one to forget.
    this.#failures.delete(address);
    this.#failures.set(address, {
      count: isOld ? 1 : known.count + 1,
      until: isOld ? now + this.#windowMs : known.until,
    });
    const oldest = this.#failures.keys().next().value;
    if (this.#failures.size > MAX_ADDRESSES && oldest !== undefined) this.#failures.delete(oldest);
  }

  /** Takes a count back, of an attempt that turned out to be right. */
  reset(address: string): void {
    const known = this.#failures.get(address);
    if (known !== undefined && known.count > 0) known.count -= 1;
  }
}
