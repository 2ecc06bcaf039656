import { createHash, randomBytes } from 'node:crypto';
import type { StateStore } from 'sekisho';
import { recordChange } from '../audit/record-change.ts';
import { ConsoleError } from '../errors/console-error.ts';
import type { Identity, Role, SignInMethod } from '../identity/identity.ts';
import { describePeople, type KnownPerson } from './describe-people.ts';
import type { AccessStore, SessionFacts, SessionRow, TokenRow } from './access-store.ts';

const SESSION_MS = 12 * 3600 * 1000;
const LINK_MS = 3600 * 1000;
const DAY_MS = 86_400_000;
const TOKEN_START = 'sk_console_';
// The part of a token that is not secret. 208 of its 256 random bits stay secret.
const PREFIX_LENGTH = 8;
const MAX_CLIENT_LENGTH = 200;
const TOUCH_INTERVAL_MS = 60_000;

/** Authenticates users. Tokens, links and sessions are 256 random bits; only their hashes are stored. */
export class AccessService {
  readonly #store: AccessStore;
  readonly #log: StateStore;
  readonly #clock: () => number;
  readonly #makeId: () => string;
  readonly #configured: ReadonlyMap<string, { id: string; role: Role }>;
  readonly #configuredPrefixes: ReadonlySet<string>;
  readonly #touched = new Map<string, number>();

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
    this.#configuredPrefixes = new Set([...options.tokens.keys()].map(prefixOf));
  }

  /** Creates the token of a login link, which works once and expires after an hour. */
  async createLoginLink(user: { id: string; role: Role }): Promise<string> {
    const token = newSecret();
    const expires_at = this.#clock() + LINK_MS;
    const link = { user_id: user.id, role: user.role, expires_at, prefix: prefixOf(token) };
    await this.#store.addLoginLink(hashOf(token), link);
    return token;
  }

  /** Returns the prefix of a token if an existing token or login link has it. */
  async findKnownPrefix(token: string): Promise<string | undefined> {
    const prefix = prefixOf(token);
    const isKnown =
      this.#configuredPrefixes.has(prefix) || (await this.#store.hasPrefix(prefix, this.#clock()));
    return isKnown ? prefix : undefined;
  }

  /** Signs in with a login link or an API token and opens a session. Returns undefined when the token is neither. */
  async signIn(token: string, client: string | undefined): Promise<OpenedSession | undefined> {
    const hash = hashOf(token);
    const known = (await this.#userOfLink(hash)) ?? (await this.#userOfToken(hash));
    return known && this.openSession(known, client);
  }

  /** Opens a session for an authenticated user. */
  async openSession(user: AuthenticatedUser, client: string | undefined): Promise<OpenedSession> {
    const now = this.#clock();
    const session = newSecret();
    const row: SessionRow = {
      id: this.#makeId(),
      user_id: user.id,
      role: user.role,
      method: user.method,
      client: client?.slice(0, MAX_CLIENT_LENGTH) ?? null,
      token_id: user.tokenId ?? null,
      csrf_token: newSecret(),
      id_token: user.idToken ?? null,
      created_at: now,
      last_used_at: now,
      expires_at: now + SESSION_MS,
    };
    await this.#store.addSession(hashOf(session), row);
    await this.#store.putPerson({
      id: user.id,
      role: user.role,
      method: user.method,
      groups: [...(user.groups ?? [])],
      last_active_at: new Date(now).toISOString(),
    });
    return { session, identity: identityOf(row) };
  }

  /** Returns the user of a session, or undefined when the session is invalid or has expired. */
  async findSession(session: string): Promise<Identity | undefined> {
    const row = await this.#store.findSession(hashOf(session), this.#clock());
    return row && identityOf(row);
  }

  /** Returns the known people who may decide: with a token, or with a session. */
  async listApprovers(): Promise<readonly string[]> {
    const people = await this.listPeople();
    return people.filter(({ role, sources }) => sources.length > 0 && role !== 'viewer').map(({ id }) => id);
  }

  /** Stores that a person without a session is active, at most once a minute. */
  async touchPerson({ id, role }: Pick<Identity, 'id' | 'role'>, method: 'token' | 'proxy'): Promise<void> {
    const now = this.#clock();
    if (now - (this.#touched.get(id) ?? 0) < TOUCH_INTERVAL_MS) return;
    this.#touched.set(id, now);
    const row = { id, role, method, groups: [], last_active_at: new Date(now).toISOString() };
    // The person is authenticated, also if the activity cannot be stored.
    await this.#store.putPerson(row).catch(() => this.#touched.delete(id));
  }

  /** Returns everything that gives a person a role: settings, tokens and sign-ins, for an administrator. */
  async listPeople(): Promise<readonly KnownPerson[]> {
    const now = this.#clock();
    const [people, tokens, sessions] = await Promise.all([
      this.#store.listPeople(),
      this.#store.listTokens(),
      this.#store.listSessions(now),
    ]);
    const valid = tokens.filter(
      ({ revoked_at, expires_at }) => revoked_at === null && Date.parse(expires_at ?? '9999') > now,
    );
    return describePeople({ configured: [...this.#configured.values()], people, tokens: valid, sessions });
  }

  /** Changes the role of a token's person. The sessions of the token have the new role immediately. */
  async changeTokenRole(id: string, role: Role, identity: Identity): Promise<void> {
    const token = (await this.#store.listTokens()).find((each) => each.id === id && each.revoked_at === null);
    if (token === undefined) throw new ConsoleError('NotFound', 'There is no such token.');
    if (token.name === identity.id)
      throw new ConsoleError('OwnRole', 'You cannot change your own role. Ask another administrator.');
    if (token.role === role) return;
    if (!(await this.#store.changeTokenRole(id, { from: token.role, to: role })))
      throw new ConsoleError('VersionConflict', 'Another person changed this token. Read it again.');
    const facts = { token_id: id, name: token.name, role_before: token.role, role, by: identity.id };
    await this.#record('role.changed', `${id}:${this.#makeId()}`, facts);
  }

  /** Returns the sessions of all users for an administrator, and their own sessions for other users. */
  listSessions(identity: Identity): Promise<readonly SessionFacts[]> {
    return this.#store.listSessions(this.#clock(), ownOnly(identity));
  }

  /** Ends a session. Only administrators can end sessions of other users. */
  async endSession(id: string, identity: Identity): Promise<void> {
    const ended = await this.#store.endSession(id, ownOnly(identity));
    if (ended === undefined) throw new ConsoleError('NotFound', 'There is no such session.');
    await this.#record('session.ended', id, { session_id: id, user: ended.user_id, by: identity.id });
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

  /** Ends the session of a browser. Returns its ID token if it was opened with OpenID Connect. */
  async signOut(session: string): Promise<{ idToken: string | undefined }> {
    const row = await this.#store.findSession(hashOf(session), this.#clock());
    await this.#store.removeSession(hashOf(session));
    return { idToken: row?.id_token ?? undefined };
  }

  listTokens(): Promise<readonly TokenRow[]> {
    return this.#store.listTokens();
  }

  async createToken(
    request: { name: string; role: Role; expires_in_days?: number | undefined },
    identity: Identity,
  ): Promise<TokenRow & { token: string }> {
    const now = this.#clock();
    const token = `${TOKEN_START}${newSecret()}`;
    const row: TokenRow = {
      id: this.#makeId(),
      name: request.name,
      role: request.role,
      prefix: prefixOf(token),
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
    await this.#record('token.created', row.id, {
      token_id: row.id,
      name: request.name,
      role: request.role,
      by: identity.id,
    });
    return { ...row, token };
  }

  async revokeToken(id: string, identity: Identity): Promise<void> {
    if (!(await this.#store.revokeToken(id, this.#clock())))
      throw new ConsoleError('NotFound', 'There is no such token.');
    await this.#record('token.revoked', id, { token_id: id, by: identity.id });
  }

  #record(decision: string, id: string, facts: Readonly<Record<string, string>>): Promise<void> {
    return recordChange(this.#log, {
      id: `${decision}:${id}`,
      event: 'policy.changed',
      decision,
      facts,
    });
  }

  async #userOfLink(hash: string): Promise<AuthenticatedUser | undefined> {
    const row = await this.#store.useLoginLink(hash, this.#clock());
    return row && { id: row.user_id, role: row.role, method: 'link' };
  }

  async #userOfToken(hash: string): Promise<AuthenticatedUser | undefined> {
    const configured = this.#configured.get(hash);
    if (configured) {
      await this.touchPerson(configured, 'token');
      return { ...configured, method: 'token' };
    }
    const row = await this.#store.findToken(hash, this.#clock());
    return row && { id: row.name, role: row.role, method: 'token', tokenId: row.id };
  }
}

/** A user who proved an identity, and how. */
type AuthenticatedUser = {
  id: string;
  role: Role;
  method: SignInMethod;
  /** The API token that opens the session. The session ends when that token is revoked. */
  tokenId?: string;
  idToken?: string;
  /** The groups of the issuer that have a role. */
  groups?: readonly string[];
};

type OpenedSession = { session: string; identity: Identity };

function identityOf({ id, user_id, role, method, csrf_token, expires_at }: SessionRow): Identity {
  return {
    id: user_id,
    role,
    via: 'session',
    csrfToken: csrf_token,
    expiresAt: expires_at,
    session: { id, method },
  };
}

const ownOnly = ({ id, role }: Identity) => (role === 'admin' ? undefined : id);
const prefixOf = (token: string) =>
  (token.startsWith(TOKEN_START) ? token.slice(TOKEN_START.length) : token).slice(0, PREFIX_LENGTH);

const newSecret = () => randomBytes(32).toString('base64url');
// The secrets are random, so an unsalted hash is sufficient, and a lookup by hash leaks nothing through its timing.
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
