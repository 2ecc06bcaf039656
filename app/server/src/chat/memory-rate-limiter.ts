import type { RateLimiter } from '../observability/observability.ts';

const MAX_USERS = 100_000;

/** Limits the messages of each user per minute, with a burst of the same size. The state is local to this process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #perMinute: number;
  readonly #clock: () => number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(perMinute: number, clock: () => number) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  take(userId: string): { isAllowed: boolean; retryAfterMs: number } {
    const now = this.#clock();
    const perMs = this.#perMinute / 60_000;
    const bucket = this.#buckets.get(userId) ?? { tokens: this.#perMinute, at: now };
    const tokens = Math.min(this.#perMinute, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
    const isAllowed = tokens >= 1;
    // Deleting first keeps the map in order of use, so that the oldest entry is evicted.
    this.#buckets.delete(userId);
    this.#buckets.set(userId, { tokens: isAllowed ? tokens - 1 : tokens, at: now });
    const oldest = this.#buckets.keys().next().value;
    if (this.#buckets.size > MAX_USERS && oldest !== undefined) this.#buckets.delete(oldest);
    return { isAllowed, retryAfterMs: isAllowed ? 0 : Math.ceil((1 - tokens) / perMs) };
  }
}
