/** Limits the requests per minute of each caller and allows short bursts. It returns the time to wait above the limit. */
export class RateLimit {
  readonly #buckets = new Map<string, { left: number; at: number }>();
  readonly #perMinute: number;
  readonly #now: () => number;

  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts a request. Returns zero when it is accepted, or the seconds to wait. */
  take(caller: string): number {
    const now = this.#now();
    const known = this.#buckets.get(caller) ?? { left: this.#perMinute, at: now };
    // A clock that is set back must not reduce the remaining requests.
    const passedMs = Math.max(0, now - known.at);
    const refilled = Math.min(this.#perMinute, known.left + (passedMs / 60_000) * this.#perMinute);
    const left = refilled >= 1 ? refilled - 1 : refilled;
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { left, at: now });
    this.#deleteExpired(now);
    return refilled >= 1 ? 0 : Math.max(1, Math.ceil(((1 - refilled) / this.#perMinute) * 60));
  }

  /** Removes a request from the count. */
  refund(caller: string): void {
    const known = this.#buckets.get(caller);
    if (known) known.left = Math.min(this.#perMinute, known.left + 1);
  }

  #deleteExpired(now: number): void {
    for (const [caller, { at }] of this.#buckets) {
      if (now - at < 60_000 && this.#buckets.size <= 10_000) break;
      this.#buckets.delete(caller);
    }
  }
}
