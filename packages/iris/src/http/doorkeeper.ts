import { createHash } from 'node:crypto';
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Authenticate } from './authenticate.ts';
import { RateLimit } from './rate-limit.ts';

/** An accepted caller with the key for its limits, or the seconds to wait; zero seconds means that the token is invalid. */
export type Admission =
  | { ok: true; caller: string; auth: AuthInfo | undefined }
  | { ok: false; waitSeconds: number };

const MAX_PROVEN = 10_000;

/**
 * Decides from the headers whether to accept a request, before the body is read. Each caller has its own limit: by token, or
 * by address when tokens are not required. Requests without a valid token have a separate limit by address.
 */
export class Doorkeeper {
  readonly #authenticate: Authenticate;
  readonly #asksOthers: boolean;
  readonly #callers: RateLimit;
  readonly #strangers: RateLimit;
  readonly #proven = new Set<string>();

  constructor(options: {
    authenticate: Authenticate;
    /** True when checking a token calls another server, which unauthenticated callers must not be able to flood. */
    asksOthers: boolean;
    requestsPerMinute: number;
    now: () => number;
  }) {
    this.#authenticate = options.authenticate;
    this.#asksOthers = options.asksOthers;
    this.#callers = new RateLimit(options.requestsPerMinute, options.now);
    this.#strangers = new RateLimit(options.requestsPerMinute, options.now);
  }

  async admit(authorization: string | null, address: string): Promise<Admission> {
    const name = this.#asksOthers ? digest(authorization ?? '') : '';
    const isUnproven = this.#asksOthers && !this.#proven.has(name);
    // The request is counted before the check, so that concurrent requests cannot bypass the limit.
    const waitSeconds = isUnproven ? this.#strangers.take(address) : 0;
    if (waitSeconds > 0) return { ok: false, waitSeconds };
    const known = await this.#authenticate(authorization);
    if (!known) {
      this.#proven.delete(name);
      return { ok: false, waitSeconds: isUnproven ? 0 : this.#strangers.take(address) };
    }
    if (isUnproven) {
      this.#strangers.releaseRun(address);
      this.#remember(name);
    }
    const { auth } = known;
    const caller = auth ? `token:${auth.clientId}` : `address:${address}`;
    const wait = this.#callers.take(caller);
    return wait > 0 ? { ok: false, waitSeconds: wait } : { ok: true, caller, auth };
  }

  #remember(name: string): void {
    this.#proven.add(name);
    for (const oldest of this.#proven) {
      if (this.#proven.size <= MAX_PROVEN) break;
      this.#proven.delete(oldest);
    }
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
