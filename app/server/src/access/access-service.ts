import { createHash, randomBytes } from 'node:crypto';
import type { StateStore } from 'sekisho';
import { recordChange } from '../audit/record-change.ts';
import { ConsoleError } from '../errors/console-error.ts';
import type { Identity, Role } from '../identity/identity.ts';
import type { AccessStore, TokenRow } from './access-store.ts';

const SESSION_MS = 12 * 3600 * 1000;
const LINK_MS = 3600 * 1000;
const DAY_MS = 86_400_000;

/** Authenticates users. Tokens, links and sessions are 256 random bits; only their hashes are stored. */
export class AccessService {
  readonly #store: AccessStore;
  readonly #log: StateStore;
  readonly #clock: () => number;
  readonly #makeId: () => string;
  readonly #configured: ReadonlyMap<string, { id: string; role: Role }>;

  constructor(options: {
    store: AccessStore;
    log: StateStore;
    clock: () => number;
    makeId: () => string;
    /** Tokens from the settings in plain text, with their users. */
    tokens: ReadonlyMap<string, { id: string; role: Role }>;
  }) {
    this.#store = options.store;
    this.#log = options.log;
    this.#clock = options.clock;
    this.#makeId = options.makeId;
    this.#configured = new Map([...options.tokens].map(([token, user]) => [hashOf(token), user]));
  }

  /** Creates the token of a login link, which works once and expires after an hour. */
  async createLoginLink(user: { id: string; role: Role }): Promise<string> {
    const token = newSecret();
    const expires_at = this.#clock() + LINK_MS;
    await this.#store.addLoginLink(hashOf(token), { user_id: user.id, role: user.role, expires_at });
    return token;
  }

  /** Signs in with a login link or an API token and opens a session. Returns undefined when the token is neither. */
  async signIn(token: string): Promise<{ session: string; identity: Identity } | undefined> {
    const hash = hashOf(token);
    const now = this.#clock();
    const known = (await this.#userOfLink(hash)) ?? (await this.#userOfToken(hash));
    if (known === undefined) return undefined;
    const { id, role, tokenId } = known;
    const session = newSecret();
    const csrfToken = newSecret();
    const expiresAt = now + SESSION_MS;
    await this.#store.addSession(hashOf(session), {
      user_id: id,
      role,
      csrf_token: csrfToken,
      token_id: tokenId,
      expires_at: expiresAt,
    });
    return { session, identity: { id, role, via: 'session', csrfToken, expiresAt } };
  }

  /** Returns the user of a session, or undefined when the session is invalid or has expired. */
  async findSession(session: string): Promise<Identity | undefined> {
    const row = await this.#store.findSession(hashOf(session), this.#clock());
    return (
      row && {
        id: row.user_id,
        role: row.role,
        via: 'session',
        csrfToken: row.csrf_token,
        expiresAt: row.expires_at,
      }
    );
  }

  /** Returns the user of an API token, or undefined when the token is invalid or has expired. */
  async findToken(token: string): Promise<Identity | undefined> {
    const user = await this.#userOfToken(hashOf(token));
    return user && { id: user.id, role: user.role, via: 'token', csrfToken: '', expiresAt: undefined };
  }

  /** Returns the sequence number of the newest audit record. */
  async findLogPosition(): Promise<number> {
    return (await this.#log.lastLog())?.seq ?? 0;
  }

  signOut(session: string): Promise<void> {
    return this.#store.removeSession(hashOf(session));
  }

  listTokens(): Promise<readonly TokenRow[]> {
    return this.#store.listTokens();
  }

  async createToken(
    request: { name: string; role: Role; expires_in_days?: number | undefined },
    identity: Identity,
  ): Promise<TokenRow & { token: string }> {
    const now = this.#clock();
    const token = `sk_console_${newSecret()}`;
    const row: TokenRow = {
      id: this.#makeId(),
      name: request.name,
      role: request.role,
      created_by: identity.id,
      created_at: new Date(now).toISOString(),
      expires_at:
        request.expires_in_days === undefined
          ? null
          : new Date(now + request.expires_in_days * DAY_MS).toISOString(),
      last_used_at: null,
      revoked_at: null,
    };
    await this.#store.addToken(row, hashOf(token));
    await this.#record('token.created', row.id, { name: request.name, role: request.role, by: identity.id });
    return { ...row, token };
  }

  async revokeToken(id: string, identity: Identity): Promise<void> {
    if (!(await this.#store.revokeToken(id, this.#clock())))
      throw new ConsoleError('NotFound', 'There is no such token.');
    await this.#record('token.revoked', id, { by: identity.id });
  }

  #record(decision: string, id: string, facts: Readonly<Record<string, string>>): Promise<void> {
    return recordChange(this.#log, {
      id: `${decision}:${id}`,
      event: 'policy.changed',
      decision,
      facts: { ...facts, token_id: id },
    });
  }

  async #userOfLink(hash: string): Promise<KnownUser | undefined> {
    const row = await this.#store.useLoginLink(hash, this.#clock());
    return row && { id: row.user_id, role: row.role, tokenId: null };
  }

  async #userOfToken(hash: string): Promise<KnownUser | undefined> {
    const configured = this.#configured.get(hash);
    if (configured) return { ...configured, tokenId: null };
    const row = await this.#store.findToken(hash, this.#clock());
    return row && { id: row.name, role: row.role, tokenId: row.id };
  }
}

/** `tokenId` is the API token that opened the session. The session ends when that token is revoked. */
type KnownUser = { id: string; role: Role; tokenId: string | null };

const newSecret = () => randomBytes(32).toString('base64url');
// The secrets are random, so an unsalted hash is sufficient, and a lookup by hash leaks nothing through its timing.
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
