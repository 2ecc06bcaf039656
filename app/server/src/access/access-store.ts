import type { Role, SignInMethod } from '../identity/identity.ts';

/** A stored bearer token: its hash, never the token. */
export type TokenRow = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The first characters of the token, which are not secret. Null for a token of an older version. */
  readonly prefix: string | null;
  readonly created_by: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
};

/** A session in the list of sessions. Times are in milliseconds. Null stands for facts that an older version did not store. */
export type SessionFacts = {
  readonly id: string;
  readonly user_id: string;
  readonly role: Role;
  readonly method: SignInMethod | null;
  /** The browser, as it describes itself. */
  readonly client: string | null;
  /** The API token that opened the session. The session ends when the token is revoked. */
  readonly token_id: string | null;
  readonly created_at: number | null;
  readonly last_used_at: number | null;
  readonly expires_at: number;
};

/** The session of a signed-in browser. */
export type SessionRow = SessionFacts & {
  readonly csrf_token: string;
  /** The ID token of the issuer, which a logout at the issuer repeats. Null for other methods. */
  readonly id_token: string | null;
};

/** Stores the API tokens, the login links and the browser sessions. */
export interface AccessStore {
  addToken(row: TokenRow, hash: string): Promise<void>;
  findToken(hash: string, now: number): Promise<TokenRow | undefined>;
  /** Returns the newest first. */
  listTokens(): Promise<readonly TokenRow[]>;
  /** Returns false when the token does not exist or is already revoked. */
  revokeToken(id: string, now: number): Promise<boolean>;

  addLoginLink(
    hash: string,
    link: { user_id: string; role: Role; expires_at: number; prefix: string },
  ): Promise<void>;
  /** Consumes a login link. Of concurrent callers, exactly one gets the user. */
  useLoginLink(hash: string, now: number): Promise<{ user_id: string; role: Role } | undefined>;
  /** Returns whether a valid token or login link begins with the prefix. */
  hasPrefix(prefix: string, now: number): Promise<boolean>;

  addSession(hash: string, row: SessionRow): Promise<void>;
  findSession(hash: string, now: number): Promise<SessionRow | undefined>;
  /** Returns the valid sessions of one user or of all users, the last opened first. */
  listSessions(now: number, userId?: string): Promise<readonly SessionFacts[]>;
  removeSession(hash: string): Promise<void>;
  /** Ends a session of one user or of any user. Of concurrent callers, exactly one gets the user of the session. */
  endSession(id: string, userId?: string): Promise<{ user_id: string } | undefined>;
}
