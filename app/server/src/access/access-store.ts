import type { Role } from '../identity/identity.ts';

/** A stored bearer token: its hash, never the token. */
export type TokenRow = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly created_by: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
};

/** The session of a signed-in browser. */
type SessionRow = {
  readonly user_id: string;
  readonly role: Role;
  readonly csrf_token: string;
  /** The API token that opened the session. The session ends when the token is revoked. */
  readonly token_id: string | null;
  readonly expires_at: number;
};

/** Stores the API tokens, the login links and the browser sessions. */
export interface AccessStore {
  addToken(row: TokenRow, hash: string): Promise<void>;
  findToken(hash: string, now: number): Promise<TokenRow | undefined>;
  /** Returns the newest first. */
  listTokens(): Promise<readonly TokenRow[]>;
  /** Returns false when the token does not exist or is already revoked. */
  revokeToken(id: string, now: number): Promise<boolean>;

  addLoginLink(hash: string, link: { user_id: string; role: Role; expires_at: number }): Promise<void>;
  /** Consumes a login link. Of concurrent callers, exactly one gets the user. */
  useLoginLink(hash: string, now: number): Promise<{ user_id: string; role: Role } | undefined>;

  addSession(hash: string, row: SessionRow): Promise<void>;
  findSession(hash: string, now: number): Promise<SessionRow | undefined>;
  removeSession(hash: string): Promise<void>;
}
