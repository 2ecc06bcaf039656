import { loadedText, storedText } from 'sekisho/store-adapter';
import { z } from 'zod';
import { ROLES } from '../identity/identity.ts';
import type { ConsoleSql } from '../storage/console-sql.ts';
import type { AccessStore } from './access-store.ts';

const text = z.string().transform(loadedText);
const roleSchema = z.enum(ROLES);
const tokenSchema = z.object({
  id: text,
  name: text,
  role: roleSchema,
  created_by: text,
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
const linkSchema = z.object({ user_id: text, role: roleSchema });
const sessionSchema = linkSchema.extend({
  csrf_token: z.string(),
  token_id: text.nullable(),
  expires_at: z.coerce.number(),
});

/** The part of the store for authentication. */
type AccessTables = Pick<
  AccessStore,
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

// Without this interval, every request with a token would write to the disk.
const LAST_USE_INTERVAL_MS = 60_000;
const RETENTION_AFTER_EXPIRY_MS = 7 * 86_400_000;
const FIELDS = 'id, name, role, created_by, created_at, expires_at, last_used_at, revoked_at';

/** Creates the queries for tokens, login links and sessions, by their hashes. */
export function createAccessTables({ read, write, table }: ConsoleSql): AccessTables {
  const [tokens, links, sessions] = [table('tokens'), table('login_links'), table('sessions')];
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
      const { role, created_at, expires_at, last_used_at, revoked_at } = row;
      const [id, name, by] = [storedText(row.id), storedText(row.name), storedText(row.created_by)];
      await write(`insert into ${tokens} (hash, ${FIELDS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
        hash,
        id,
        name,
        role,
        by,
        created_at,
        expires_at,
        last_used_at,
        revoked_at,
      ]);
    },
    listTokens: async () => {
      const rows = await read(`select ${FIELDS} from ${tokens} order by created_at desc, id limit 1000`, []);
      return z.array(tokenSchema).parse(rows);
    },
    revokeToken: async (id, now) => {
      const sql = `update ${tokens} set revoked_at = $1 where id = $2 and revoked_at is null returning id`;
      return (await write(sql, [isoOf(now), storedText(id)])).length === 1;
    },
    addLoginLink: async (hash, { user_id, role, expires_at }) => {
      await write(`delete from ${links} where expires_at < $1`, [expires_at - RETENTION_AFTER_EXPIRY_MS]);
      await write(`insert into ${links} (hash, user_id, role, expires_at) values ($1, $2, $3, $4)`, [
        hash,
        storedText(user_id),
        role,
        expires_at,
      ]);
    },
    useLoginLink: async (hash, now) => {
      const sql = `delete from ${links} where hash = $1 and expires_at > $2 returning user_id, role`;
      const [row] = await write(sql, [hash, now]);
      return row === undefined ? undefined : linkSchema.parse(row);
    },
    addSession: async (hash, { user_id, role, csrf_token, token_id, expires_at }) => {
      await write(`delete from ${sessions} where expires_at < $1`, [expires_at - RETENTION_AFTER_EXPIRY_MS]);
      const token = token_id === null ? null : storedText(token_id);
      await write(
        `insert into ${sessions} (hash, user_id, role, csrf_token, token_id, expires_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [hash, storedText(user_id), role, csrf_token, token, expires_at],
      );
    },
    findSession: async (hash, now) => {
      const [row] = await read(
        `select s.user_id, s.role, s.csrf_token, s.token_id, s.expires_at
         from ${sessions} s left join ${tokens} t on t.id = s.token_id
         where s.hash = $1 and s.expires_at > $2
           and (s.token_id is null or (t.id is not null and ${isValid('$3')}))`,
        [hash, now, isoOf(now)],
      );
      return row === undefined ? undefined : sessionSchema.parse(row);
    },
    removeSession: async (hash) => {
      await write(`delete from ${sessions} where hash = $1`, [hash]);
    },
  };
}

const isValid = (now: string) => `t.revoked_at is null and (t.expires_at is null or t.expires_at > ${now})`;
const isoOf = (now: number) => new Date(now).toISOString();
