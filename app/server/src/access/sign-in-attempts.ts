import { isIPv6 } from 'node:net';

const MAX_KEYS = 10_000;

/**
 * Counts failed sign-ins by key. After too many failures, all attempts with the key are rejected for a while, also valid
 * ones.
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

  /** Returns how long a key is blocked, in milliseconds; 0 when it is not. */
  waitFor(key: string): number {
    const known = this.#failures.get(key);
    const left = (known?.until ?? 0) - this.#clock();
    // The remaining time exceeds the window only after the clock was set back.
    if (known === undefined || left <= 0 || left > this.#windowMs) return 0;
    return known.count >= this.#maxFailures ? left : 0;
  }

  /**
   * Counts an attempt as failed. Callers count before they verify: otherwise many concurrent attempts could all be
   * verified.
   */
  fail(key: string): void {
    const now = this.#clock();
    const known = this.#failures.get(key);
    const isOld = known === undefined || known.until <= now || known.until > now + this.#windowMs;
    // Deleting first keeps the map in order of use, so that the oldest entry is evicted.
    this.#failures.delete(key);
    this.#failures.set(key, {
      count: isOld ? 1 : known.count + 1,
      until: isOld ? now + this.#windowMs : known.until,
    });
    const oldest = this.#failures.keys().next().value;
    if (this.#failures.size > MAX_KEYS && oldest !== undefined) this.#failures.delete(oldest);
  }

  /** Removes the count of an attempt that succeeded. */
  reset(key: string): void {
    const known = this.#failures.get(key);
    if (known !== undefined && known.count > 0) known.count -= 1;
  }
}

/**
 * Returns the key by which an attempt is counted. Attempts with the prefix of an existing token count for that token at
 * that address; all others count for the address. A client that guesses tokens therefore cannot block the other users
 * of its address.
 */
export function attemptKey(address: string, knownPrefix: string | undefined): string {
  return knownPrefix === undefined ? networkOf(address) : `${networkOf(address)} ${knownPrefix}`;
}

/** Returns an IPv4 address, or the network of an IPv6 address: a client usually has all addresses of a /64 network. */
function networkOf(address: string): string {
  const version4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (version4 !== undefined) return version4;
  if (!isIPv6(address)) return address;
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const omitted = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...omitted, ...right].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
