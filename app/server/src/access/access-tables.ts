import { z } from 'zod';
import type { Sql } from '../storage/sql.ts';
import {
  personRowSchema,
  sessionFactsSchema,
  sessionRowSchema,
  tokenRowSchema,
  type AccessStore,
} from './access-store.ts';

// Without this interval, every request would write to the disk.
const LAST_USE_INTERVAL_MS = 60_000;
const RETENTION_AFTER_EXPIRY_MS = 7 * 86_400_000;
const MAX_LISTED = 1000;
const FIELDS = 'id, name, role, prefix, created_by, created_at, expires_at, last_used_at, revoked_at';
// A session that a token opened has the current role of the token.
const SESSION_FACTS =
  's.id, s.user_id, coalesce(t.role, s.role) as role, s.method, s.client, s.token_id, s.created_at, s.last_used_at, s.expires_at';

/** Creates the queries for tokens, login links and sessions, by their hashes. */
export function createAccessTables({ read, write, execute, table }: Sql): AccessStore {
  const [tokens, links, sessions] = [table('tokens'), table('login_links'), table('sessions')];
  // A session ends with the token that opened it.
  const validSessions = (now: string, isoNow: string) =>
    `${sessions} s left join ${tokens} t on t.id = s.token_id where s.expires_at > ${now}
      and (s.token_id is null or (t.id is not null and ${isValid(isoNow)}))`;
  const documents = table('documents');
  return {
    putPerson: async ({ id, last_active_at: at, ...facts }) => {
      await execute(
        `insert into ${documents} (kind, name, version, body, changed_by, changed_at)
         values ('person', $1, 1, $2, '', $3)
         on conflict (kind, name) do update set body = excluded.body, changed_at = excluded.changed_at`,
        [id, JSON.stringify(facts), at],
      );
    },
    listPeople: async () => {
      const people = await read(
        z.object({ id: z.string(), body: z.string(), last_active_at: z.string() }),
        `select name as id, body, changed_at as last_active_at from ${documents} where kind = 'person'
         order by changed_at desc limit ${MAX_LISTED}`,
      );
      return people.map(({ body, ...row }) => personRowSchema.parse({ ...JSON.parse(body), ...row }));
    },
    findToken: async (hash, now) => {
      const sql = `select ${FIELDS} from ${tokens} t where t.hash = $1 and ${isValid('$2')}`;
      const [found] = await read(tokenRowSchema, sql, [hash, isoOf(now)]);
      if (found && Date.parse(found.last_used_at ?? '1970-01-01') < now - LAST_USE_INTERVAL_MS)
        await execute(`update ${tokens} set last_used_at = $1 where hash = $2`, [isoOf(now), hash]);
      return found;
    },
    addToken: async (row, hash) => {
      const { id, name, role, prefix, created_by, created_at, expires_at, last_used_at, revoked_at } = row;
      await execute(
        `insert into ${tokens} (hash, ${FIELDS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [hash, id, name, role, prefix, created_by, created_at, expires_at, last_used_at, revoked_at],
      );
    },
    listTokens: () =>
      read(
        tokenRowSchema,
        `select ${FIELDS} from ${tokens} order by created_at desc, id limit ${MAX_LISTED}`,
      ),
    changeTokenRole: (id, { from, to }) =>
      execute(
        `update ${tokens} set role = $1 where id = $2 and role = $3 and revoked_at is null returning id`,
        [to, id, from],
      ),
    revokeToken: (id, now) =>
      execute(`update ${tokens} set revoked_at = $1 where id = $2 and revoked_at is null returning id`, [
        isoOf(now),
        id,
      ]),
    addLoginLink: async (hash, { user_id, role, expires_at, prefix }) => {
      await execute(`delete from ${links} where expires_at < $1`, [expires_at - RETENTION_AFTER_EXPIRY_MS]);
      await execute(
        `insert into ${links} (hash, user_id, role, expires_at, prefix) values ($1, $2, $3, $4, $5)`,
        [hash, user_id, role, expires_at, prefix],
      );
    },
    useLoginLink: async (hash, now) => {
      const sql = `delete from ${links} where hash = $1 and expires_at > $2 returning user_id, role`;
      const [used] = await write(sessionFactsSchema.pick({ user_id: true, role: true }), sql, [hash, now]);
      return used;
    },
    hasPrefix: async (prefix, now) => {
      const sql = `select t.prefix from ${tokens} t where t.prefix = $1 and ${isValid('$2')}
        union all select prefix from ${links} where prefix = $1 and expires_at > $3 limit 1`;
      return (await read(tokenRowSchema.pick({ prefix: true }), sql, [prefix, isoOf(now), now])).length > 0;
    },
    addSession: async (hash, row) => {
      const { id, user_id, role, method, client, csrf_token, token_id, id_token } = row;
      await execute(`delete from ${sessions} where expires_at < $1`, [
        row.expires_at - RETENTION_AFTER_EXPIRY_MS,
      ]);
      const times = [row.created_at, row.last_used_at, row.expires_at];
      await execute(
        `insert into ${sessions} (hash, id, user_id, role, method, client, csrf_token, token_id, id_token, created_at,
           last_used_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [hash, id, user_id, role, method, client, csrf_token, token_id, id_token, ...times],
      );
    },
    findSession: async (hash, now) => {
      const [found] = await read(
        sessionRowSchema,
        `select ${SESSION_FACTS}, s.csrf_token, s.id_token from ${validSessions('$2', '$3')} and s.hash = $1`,
        [hash, now, isoOf(now)],
      );
      if (found && (found.last_used_at ?? 0) < now - LAST_USE_INTERVAL_MS)
        await execute(`update ${sessions} set last_used_at = $1 where hash = $2`, [now, hash]);
      return found;
    },
    listSessions: (now, userId) =>
      read(
        sessionFactsSchema,
        `select ${SESSION_FACTS} from ${validSessions('$1', '$2')} and s.user_id = coalesce($3, s.user_id)
         order by coalesce(s.created_at, 0) desc, s.id limit ${MAX_LISTED}`,
        [now, isoOf(now), userId],
      ),
    endSession: async (id, userId) => {
      const [ended] = await write(
        sessionFactsSchema.pick({ user_id: true }),
        `delete from ${sessions} where id = $1 and user_id = coalesce($2, user_id) returning user_id`,
        [id, userId],
      );
      return ended;
    },
    removeSession: async (hash) => {
      await execute(`delete from ${sessions} where hash = $1`, [hash]);
    },
  };
}

const isValid = (now: string) => `t.revoked_at is null and (t.expires_at is null or t.expires_at > ${now})`;
const isoOf = (now: number) => new Date(now).toISOString();
