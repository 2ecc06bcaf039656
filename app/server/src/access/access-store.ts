import { z } from 'zod';
import { ROLES, SIGN_IN_METHODS, type Role } from '../identity/identity.ts';

/** A stored bearer token: its hash, never the token. */
export const tokenRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  /** The first characters of the token, which are not secret. Null for a token of an older version. */
  prefix: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type TokenRow = z.infer<typeof tokenRowSchema>;

const time = z.coerce.number();

/** A session in the list of sessions. Times are in milliseconds. Null stands for facts that an older version did not store. */
export const sessionFactsSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  role: z.enum(ROLES),
  method: z.enum(SIGN_IN_METHODS).nullable(),
  /** The browser, as it describes itself. */
  client: z.string().nullable(),
  /** The API token that opened the session. The session ends when the token is revoked. */
  token_id: z.string().nullable(),
  created_at: time.nullable(),
  last_used_at: time.nullable(),
  expires_at: time,
});
export type SessionFacts = z.infer<typeof sessionFactsSchema>;

/** The session of a signed-in browser. */
export const sessionRowSchema = sessionFactsSchema.extend({
  csrf_token: z.string(),
  /** The ID token of the issuer, which a logout at the issuer repeats. Null for other methods. */
  id_token: z.string().nullable(),
});
export type SessionRow = z.infer<typeof sessionRowSchema>;

/** A person who signed in or sent a request, with the role and its source at that time. */
export const personRowSchema = z.object({
  id: z.string(),
  role: z.enum(ROLES),
  method: z.enum([...SIGN_IN_METHODS, 'proxy']),
  /** The groups of the issuer that have a role. */
  groups: z.array(z.string()),
  last_active_at: z.string(),
});
export type PersonRow = z.infer<typeof personRowSchema>;

/** Stores the API tokens, the login links, the browser sessions and the known people. */
export interface AccessStore {
  putPerson(row: PersonRow): Promise<void>;
  listPeople(): Promise<readonly PersonRow[]>;

  addToken(row: TokenRow, hash: string): Promise<void>;
  findToken(hash: string, now: number): Promise<TokenRow | undefined>;
  /** Returns the newest first. */
  listTokens(): Promise<readonly TokenRow[]>;
  /** Changes the role of a valid token and of its sessions. Returns false when the token does not have the role `from`. */
  changeTokenRole(id: string, change: { from: Role; to: Role }): Promise<boolean>;
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
