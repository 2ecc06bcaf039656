import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { ConsoleStore, TokenRow } from '../../application/console/console-store.ts';
import { ROLES } from '../../application/console/identity.ts';

const roleSchema = z.enum(ROLES);
const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: roleSchema,
  created_by: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
const sessionSchema = z.object({
  user_id: z.string(),
  role: roleSchema,
  csrf_token: z.string(),
  token_id: z.string().nullable(),
  expires_at: z.number(),
});
const linkSchema = z.object({ user_id: z.string(), role: roleSchema });

/** The part of the store about who may come in. */
type AccessTables = Pick<
  ConsoleStore,
  | 'addToken'
  | 'findToken'
  | 'listTokens'
  | 'revokeToken'
  | 'addLoginLink'
  | 'useLoginLink'
  | 'addSession'
  | 'findSession'
  | 'removeSession'
>;

// A token in use would otherwise write to the disk with every request.
const USE_NOTED_MS = 60_000;
const FIELDS = 'id, name, role, created_by, created_at, expires_at, last_used_at, revoked_at';

/** Tokens, links and sessions in SQLite, by their hashes. */
export function createAccessTables(database: DatabaseSync): AccessTables {
  const token = database.prepare(
    `select ${FIELDS} from tokens where hash = ? and revoked_at is null and (expires_at is null or expires_at > ?)`,
  );
  const noteUse = database.prepare(`update tokens set last_used_at = ? where id = ?`);
  const session = database.prepare(
    `select sessions.user_id, sessions.role, csrf_token, token_id, sessions.expires_at from sessions
     left join tokens on tokens.id = sessions.token_id
     where sessions.hash = ?1 and sessions.expires_at > ?2
       and (token_id is null or (tokens.revoked_at is null and (tokens.expires_at is null or tokens.expires_at > ?3)))`,
  );
  const findToken = (hash: string, now: number): TokenRow | undefined => {
    const row = token.get(hash, isoOf(now));
    const found = row && tokenSchema.parse(row);
    if (found && Date.parse(found.last_used_at ?? '1970-01-01') < now - USE_NOTED_MS)
      noteUse.run(isoOf(now), found.id);
    return found;
  };
  return {
    findToken,
    addToken: (row, hash) => {
      database
        .prepare(`insert into tokens (hash, ${FIELDS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
        .run(
          hash,
          row.id,
          row.name,
          row.role,
          row.created_by,
          row.created_at,
          row.expires_at,
          row.last_used_at,
          row.revoked_at,
        );
    },
    listTokens: () =>
      database
        .prepare(`select ${FIELDS} from tokens order by created_at desc limit 1000`)
        .all()
        .map((row) => tokenSchema.parse(row)),
    revokeToken: (id, now) =>
      database
        .prepare(`update tokens set revoked_at = ? where id = ? and revoked_at is null`)
        .run(isoOf(now), id).changes === 1,
    addLoginLink: (hash, { user_id, role, expires_at }) => {
      database.prepare(`delete from login_links where expires_at < ?`).run(expires_at - 7 * 86_400_000);
      database.prepare(`insert into login_links values (?, ?, ?, ?)`).run(hash, user_id, role, expires_at);
    },
    useLoginLink: (hash, now) => {
      const row = database
        .prepare(`delete from login_links where hash = ? and expires_at > ? returning user_id, role`)
        .get(hash, now);
      return row && linkSchema.parse(row);
    },
    addSession: (hash, { user_id, role, csrf_token, token_id, expires_at }) => {
      database.prepare(`delete from sessions where expires_at < ?`).run(expires_at - 7 * 86_400_000);
      database
        .prepare(`insert into sessions values (?, ?, ?, ?, ?, ?)`)
        .run(hash, user_id, role, csrf_token, token_id, expires_at);
    },
    findSession: (hash, now) => {
      const row = session.get(hash, now, isoOf(now));
      return row && sessionSchema.parse(row);
    },
    removeSession: (hash) => {
      database.prepare(`delete from sessions where hash = ?`).run(hash);
    },
  };
}

const isoOf = (now: number) => new Date(now).toISOString();
