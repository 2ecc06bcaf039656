import { storedText } from '@sekisho/postgres';
import { z } from 'zod';
import { ServiceError } from '../errors/service-error.ts';
import { removalStateSchema } from '../storage/page-rows.ts';
import type { Sql } from '../storage/sql.ts';
import { heldClaim, replyMarker, REPLY_RETENTION_MS, type ChatChanges } from './chat-store.ts';

// A claim that was released between two reads is free in the next attempt.
const MAX_POLLS = 5;

const claimRow = z.object({
  claimed: z.coerce.number(),
  digest: z.string().nullable(),
  reply: z.string().nullable(),
  expires_at: z.coerce.number().nullable(),
});

/** Changes several rows of a schema in one statement. */
export function createPostgresChatChanges({ write, execute, table }: Sql, clock: () => number): ChatChanges {
  const requests = table('requests');
  return {
    removeSession: async ({ userId, id, version }) => {
      const sql = `select ${table('remove_session')}($1, $2, $3, $4) as state`;
      const [row] = await write(removalStateSchema, sql, [userId, id, version, replyMarker(id)]);
      return row?.state ?? 'missing';
    },
    addExchange: async ({ messages, request }) => {
      const isFallback = messages.some((message) => message.isFallback);
      const requestKey = isFallback && request !== undefined ? storedText(request.key) : null;
      const rows = messages.map((message) => ({
        id: storedText(message.id),
        session_id: storedText(message.sessionId),
        role: message.role,
        content: storedText(message.content),
        is_fallback: message.isFallback,
        request_key: requestKey,
        warnings: JSON.stringify(message.warnings),
        created_at: message.createdAt,
      }));
      const answer = request && {
        user_id: storedText(request.userId),
        key: storedText(request.key),
        digest: storedText(request.digest),
        reply: request.reply === undefined ? null : storedText(request.reply),
        expires_at: clock() + REPLY_RETENTION_MS,
      };
      const values = [JSON.stringify(rows), answer === undefined ? null : JSON.stringify(answer)];
      await execute(`select ${table('add_exchange')}($1, $2)`, values);
    },
    claimRequest: async ({ userId, key, digest, leaseMs }) => {
      for (let attempt = 0; attempt < MAX_POLLS; attempt += 1) {
        const now = clock();
        // Each claim deletes a few expired rows. Rows that are locked by others are skipped, because two claims could
        // otherwise deadlock.
        const [found] = await write(
          claimRow,
          `with swept as (
             delete from ${requests} where (user_id, key) in (
               select user_id, key from ${requests}
               where expires_at <= $5 and (user_id, key) <> ($1, $2) limit 100 for update skip locked)
           ), claimed as (
             insert into ${requests} (user_id, key, digest, expires_at) values ($1, $2, $3, $4)
             on conflict (user_id, key) do update
               set digest = excluded.digest, reply = null, expires_at = excluded.expires_at
               where requests.expires_at <= $5
             returning 1)
           select (select count(*) from claimed) as claimed, held.digest, held.reply, held.expires_at
           from (select 1) as one left join ${requests} as held on held.user_id = $1 and held.key = $2`,
          [userId, key, digest, now + leaseMs, now],
        );
        if (found?.claimed === 1) return { state: 'claimed' };
        if (found && found.expires_at !== null)
          return heldClaim({ ...found, expires_at: found.expires_at }, digest, now);
      }
      throw new ServiceError(
        'StoreUnavailable',
        'Too many concurrent requests use this idempotency key. Retry later.',
      );
    },
  };
}
