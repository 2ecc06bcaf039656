import { createHash } from 'node:crypto';
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Authenticate } from './authenticate.ts';
import { RateLimit } from './rate-limit.ts';

/** An accepted caller with the key for its limits, or the seconds to wait; zero seconds means that the token is invalid. */
export type Admission =
  | { ok: true; caller: string; auth: AuthInfo | undefined }
  | { ok: false; waitSeconds: number };

const MAX_VERIFIED = 10_000;

/**
 * Decides from the headers whether to accept a request, before the body is read. Each caller has its own limit: by token, or
 * by address when tokens are not required. Requests without a valid token have a separate limit by address.
 */
export class RequestGuard {
  readonly #authenticate: Authenticate;
  readonly #checksRemotely: boolean;
  readonly #callers: RateLimit;
  readonly #unauthenticated: RateLimit;
  readonly #verified = new Set<string>();

  constructor(options: {
    authenticate: Authenticate;
    /** True when checking a token calls another server, which unauthenticated callers must not be able to flood. */
    checksRemotely: boolean;
    requestsPerMinute: number;
    now: () => number;
  }) {
    this.#authenticate = options.authenticate;
    this.#checksRemotely = options.checksRemotely;
    this.#callers = new RateLimit(options.requestsPerMinute, options.now);
    this.#unauthenticated = new RateLimit(options.requestsPerMinute, options.now);
  }

  async admit(authorization: string | null, address: string): Promise<Admission> {
    const name = this.#checksRemotely ? digest(authorization ?? '') : '';
    const isUnverified = this.#checksRemotely && !this.#verified.has(name);
    // The request is counted before the check, so that concurrent requests cannot bypass the limit.
    const waitSeconds = isUnverified ? this.#unauthenticated.take(address) : 0;
    if (waitSeconds > 0) return { ok: false, waitSeconds };
    const known = await this.#authenticate(authorization);
    if (!known) {
      this.#verified.delete(name);
      return { ok: false, waitSeconds: isUnverified ? 0 : this.#unauthenticated.take(address) };
    }
    if (isUnverified) {
      this.#unauthenticated.refund(address);
      this.#addVerified(name);
    }
    const { auth } = known;
    const caller = auth ? `token:${auth.clientId}` : `address:${address}`;
    const wait = this.#callers.take(caller);
    return wait > 0 ? { ok: false, waitSeconds: wait } : { ok: true, caller, auth };
  }

  #addVerified(name: string): void {
    this.#verified.add(name);
    for (const oldest of this.#verified) {
      if (this.#verified.size <= MAX_VERIFIED) break;
      this.#verified.delete(oldest);
    }
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
