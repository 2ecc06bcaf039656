import { loadedText, storedText } from 'sekisho/store-adapter';
import { z } from 'zod';
import { ROLES, SIGN_IN_METHODS } from '../identity/identity.ts';
import type { ConsoleSql } from '../storage/console-sql.ts';
import type { AccessStore } from './access-store.ts';

const text = z.string().transform(loadedText);
const roleSchema = z.enum(ROLES);
const tokenSchema = z.object({
  id: text,
  name: text,
  role: roleSchema,
  prefix: text.nullable(),
  created_by: text,
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
const linkSchema = z.object({ user_id: text, role: roleSchema });
const time = z.coerce.number();
const sessionFactsSchema = linkSchema.extend({
  id: text,
  method: z.enum(SIGN_IN_METHODS).nullable(),
  client: text.nullable(),
  token_id: text.nullable(),
  created_at: time.nullable(),
  last_used_at: time.nullable(),
  expires_at: time,
});
const sessionSchema = sessionFactsSchema.extend({ csrf_token: z.string(), id_token: z.string().nullable() });

// Without this interval, every request would write to the disk.
const LAST_USE_INTERVAL_MS = 60_000;
const RETENTION_AFTER_EXPIRY_MS = 7 * 86_400_000;
const MAX_LISTED = 1000;
const FIELDS = 'id, name, role, prefix, created_by, created_at, expires_at, last_used_at, revoked_at';
const SESSION_FACTS =
  's.id, s.user_id, s.role, s.method, s.client, s.token_id, s.created_at, s.last_used_at, s.expires_at';

/** Creates the queries for tokens, login links and sessions, by their hashes. */
export function createAccessTables({ read, write, table }: ConsoleSql): AccessStore {
  const [tokens, links, sessions] = [table('tokens'), table('login_links'), table('sessions')];
  // A session ends with the token that opened it.
  const validSessions = (now: string, isoNow: string) =>
    `${sessions} s left join ${tokens} t on t.id = s.token_id where s.expires_at > ${now}
      and (s.token_id is null or (t.id is not null and ${isValid(isoNow)}))`;
  return {
    findToken: async (hash, now) => {
      const sql = `select ${FIELDS} from ${tokens} t where t.hash = $1 and ${isValid('$2')}`;
      const [row] = await read(sql, [hash, isoOf(now)]);
      const found = row === undefined ? undefined : tokenSchema.parse(row);
      if (found && Date.parse(found.last_used_at ?? '1970-01-01') < now - LAST_USE_INTERVAL_MS)
        await write(`update ${tokens} set last_used_at = $1 where hash = $2`, [isoOf(now), hash]);
      return found;
    },
    addToken: async (row, hash) => {
      const { role, prefix, created_at, expires_at, last_used_at, revoked_at } = row;
      const [id, name, by] = [storedText(row.id), storedText(row.name), storedText(row.created_by)];
      await write(
        `insert into ${tokens} (hash, ${FIELDS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [hash, id, name, role, storedOrNull(prefix), by, created_at, expires_at, last_used_at, revoked_at],
      );
    },
    listTokens: async () => {
      const rows = await read(
        `select ${FIELDS} from ${tokens} order by created_at desc, id limit ${MAX_LISTED}`,
        [],
      );
      return z.array(tokenSchema).parse(rows);
    },
    revokeToken: async (id, now) => {
      const sql = `update ${tokens} set revoked_at = $1 where id = $2 and revoked_at is null returning id`;
      return (await write(sql, [isoOf(now), storedText(id)])).length === 1;
    },
    addLoginLink: async (hash, { user_id, role, expires_at, prefix }) => {
      await write(`delete from ${links} where expires_at < $1`, [expires_at - RETENTION_AFTER_EXPIRY_MS]);
      const values = [hash, storedText(user_id), role, expires_at, storedText(prefix)];
      await write(
        `insert into ${links} (hash, user_id, role, expires_at, prefix) values ($1, $2, $3, $4, $5)`,
        values,
      );
    },
    useLoginLink: async (hash, now) => {
      const sql = `delete from ${links} where hash = $1 and expires_at > $2 returning user_id, role`;
      const [row] = await write(sql, [hash, now]);
      return row === undefined ? undefined : linkSchema.parse(row);
    },
    hasPrefix: async (prefix, now) => {
      const sql = `select 1 as found from ${tokens} t where t.prefix = $1 and ${isValid('$2')}
        union all select 1 from ${links} where prefix = $1 and expires_at > $3 limit 1`;
      return (await read(sql, [storedText(prefix), isoOf(now), now])).length > 0;
    },
    addSession: async (hash, row) => {
      const { role, method, csrf_token, id_token, created_at, last_used_at, expires_at } = row;
      await write(`delete from ${sessions} where expires_at < $1`, [expires_at - RETENTION_AFTER_EXPIRY_MS]);
      await write(
        `insert into ${sessions} (hash, id, user_id, role, method, client, csrf_token, token_id, id_token, created_at,
           last_used_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [
          hash,
          storedText(row.id),
          storedText(row.user_id),
          role,
          method,
          storedOrNull(row.client),
          csrf_token,
          storedOrNull(row.token_id),
          id_token,
          created_at,
          last_used_at,
          expires_at,
        ],
      );
    },
    findSession: async (hash, now) => {
      const [row] = await read(
        `select ${SESSION_FACTS}, s.csrf_token, s.id_token from ${validSessions('$2', '$3')} and s.hash = $1`,
        [hash, now, isoOf(now)],
      );
      const found = row === undefined ? undefined : sessionSchema.parse(row);
      if (found && (found.last_used_at ?? 0) < now - LAST_USE_INTERVAL_MS)
        await write(`update ${sessions} set last_used_at = $1 where hash = $2`, [now, hash]);
      return found;
    },
    listSessions: async (now, userId) => {
      const rows = await read(
        `select ${SESSION_FACTS} from ${validSessions('$1', '$2')} and s.user_id = coalesce($3, s.user_id)
         order by coalesce(s.created_at, 0) desc, s.id limit ${MAX_LISTED}`,
        [now, isoOf(now), storedOrNull(userId)],
      );
      return z.array(sessionFactsSchema).parse(rows);
    },
    endSession: async (id, userId) => {
      const [row] = await write(
        `delete from ${sessions} where id = $1 and user_id = coalesce($2, user_id) returning user_id`,
        [storedText(id), storedOrNull(userId)],
      );
      return row === undefined ? undefined : z.object({ user_id: text }).parse(row);
    },
    removeSession: async (hash) => {
      await write(`delete from ${sessions} where hash = $1`, [hash]);
    },
  };
}

const isValid = (now: string) => `t.revoked_at is null and (t.expires_at is null or t.expires_at > ${now})`;
const storedOrNull = (value: string | null | undefined) =>
  value === null || value === undefined ? null : storedText(value);
const isoOf = (now: number) => new Date(now).toISOString();
