import { z } from 'zod';
import { removalState } from '../storage/page-rows.ts';
import type { GroupWriter } from '../storage/sqlite/group-writer.ts';
import type { RunNow } from '../storage/sqlite/sqlite-sql.ts';
import { heldClaim, replyMarker, REPLY_RETENTION_MS, type ChatChanges } from './chat-store.ts';

const requestRow = z.object({ digest: z.string(), reply: z.string().nullable(), expires_at: z.number() });

/** Changes several rows of a file in one transaction. In PostgreSQL, each change is a function of the schema. */
export function createSqliteChatChanges(run: RunNow, writer: GroupWriter, clock: () => number): ChatChanges {
  return {
    removeSession: ({ userId, id, version }) =>
      writer.write(() => {
        const found = run('select version from sessions where id = $1 and user_id = $2', [id, userId]);
        const state = removalState(found, version);
        if (state !== 'removed') return state;
        run('delete from messages where session_id = $1', [id]);
        run('delete from requests where user_id = $1 and instr(reply, $2) > 0', [userId, replyMarker(id)]);
        run('delete from sessions where id = $1', [id]);
        return state;
      }),
    addExchange: ({ messages, request }) =>
      writer.write(() => {
        const [first] = messages;
        if (request !== undefined && first !== undefined) {
          const values = [first.sessionId, request.key];
          run('delete from messages where session_id = $1 and request_key = $2', values);
        }
        const isFallback = messages.some((message) => message.isFallback);
        for (const { id, sessionId, role, content, warnings, createdAt, ...message } of messages) {
          const marks = [message.isFallback ? 1 : 0, isFallback ? request?.key : null];
          run(
            `insert into messages (id, session_id, role, content, is_fallback, request_key, warnings, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8)`,
            [id, sessionId, role, content, ...marks, JSON.stringify(warnings), createdAt],
          );
        }
        if (request === undefined) return;
        const { userId, key, digest, reply } = request;
        if (reply === undefined)
          run('delete from requests where user_id = $1 and key = $2 and reply is null', [userId, key]);
        else
          run(
            `insert into requests (user_id, key, digest, reply, expires_at) values ($1, $2, $3, $4, $5)
             on conflict do update set reply = excluded.reply, expires_at = excluded.expires_at`,
            [userId, key, digest, reply, clock() + REPLY_RETENTION_MS],
          );
      }),
    claimRequest: ({ userId, key, digest, leaseMs }) =>
      writer.write(() => {
        const now = clock();
        run('delete from requests where expires_at <= $1', [now]);
        const [held] = run('select digest, reply, expires_at from requests where user_id = $1 and key = $2', [
          userId,
          key,
        ]);
        if (held !== undefined) return heldClaim(requestRow.parse(held), digest, now);
        const values = [userId, key, digest, now + leaseMs];
        run('insert into requests (user_id, key, digest, expires_at) values ($1, $2, $3, $4)', values);
        return { state: 'claimed' as const };
      }),
  };
}
