import { loadedText, storedText } from 'sekisho/store-adapter';
import { z } from 'zod';
import type { ConsoleSql } from '../../storage/console-sql.ts';
import type { ReviewStore } from './review-store.ts';

const text = z.string().transform(loadedText);
const number = z.coerce.number();
const decisionSchema = z.object({
  approval_id: text,
  batch: text,
  user_id: text,
  made_at: number,
  effective_at: number,
  body: z.string(),
  state: z.enum(['waiting', 'sending', 'done', 'failed']),
  result: text.nullable(),
});
const idSchema = z.object({ approval_id: text });
const assignmentSchema = idSchema.extend({ assignee: text, assigned_by: text, assigned_at: z.string() });
const commentSchema = z.object({ number, user_id: text, body: text, created_at: z.string() });
const countSchema = idSchema.extend({ count: number });
const viewSchema = z.object({ name: text, query: text });

const DECISION = 'approval_id, batch, user_id, made_at, effective_at, body, state, result';
// A row of a reader who has not had the request open for this time is removed.
const MAX_READING_MS = 3_600_000;

/** Creates the queries for delayed decisions, assignments, comments, readers and saved views. */
export function createReviewTables({ read, write, table, isOneOf, rowsOf }: ConsoleSql): ReviewStore {
  const [decisions, assignments, comments] = [table('decisions'), table('assignments'), table('comments')];
  const [readers, displays, views] = [table('readers'), table('displays'), table('views')];
  const isDue = `effective_at <= $1 and (state = 'waiting' or (state = 'sending' and lease_until < $1))`;
  const listed = async <Row>(sql: string, ids: readonly string[], schema: z.ZodType<Row>) =>
    ids.length === 0 ? [] : z.array(schema).parse(await read(sql, [idsOf(ids)]));
  return {
    addDecisions: async (added) => {
      const rows = added.map((row) => ({
        ...row,
        approval_id: storedText(row.approval_id),
        user_id: storedText(row.user_id),
      }));
      const returned = await write(
        `insert into ${decisions} (approval_id, batch, user_id, made_at, effective_at, body, state, lease_until)
         select value ->> 'approval_id', value ->> 'batch', value ->> 'user_id',
           cast(value ->> 'made_at' as bigint), cast(value ->> 'effective_at' as bigint), value ->> 'body', 'waiting', 0
         from ${rowsOf('$1')} where true
         on conflict (approval_id) do update set batch = excluded.batch, user_id = excluded.user_id,
           made_at = excluded.made_at, effective_at = excluded.effective_at, body = excluded.body, state = 'waiting',
           lease_until = 0, result = null
         where ${decisions}.state in ('done', 'failed') returning approval_id`,
        [JSON.stringify(rows)],
      );
      return new Set(
        z
          .array(idSchema)
          .parse(returned)
          .map((row) => row.approval_id),
      );
    },
    removeDecisions: async (batch, userId, now) => {
      const removed = await write(
        `delete from ${decisions} where batch = $1 and user_id = $2 and state = 'waiting' and effective_at > $3
         returning approval_id`,
        [batch, storedText(userId), now],
      );
      return z
        .array(idSchema)
        .parse(removed)
        .map((row) => row.approval_id);
    },
    hastenDecisions: async (batch, userId, now) => {
      await write(
        `update ${decisions} set effective_at = $3 where batch = $1 and user_id = $2 and state = 'waiting'
           and effective_at > $3`,
        [batch, storedText(userId), now],
      );
    },
    claimDecisions: async (now, leaseUntil, limit) => {
      // The condition is repeated outside of the selection: PostgreSQL evaluates it again for a row that another server
      // has changed meanwhile.
      const rows = await write(
        `update ${decisions} set state = 'sending', lease_until = $2 where ${isDue} and approval_id in
           (select approval_id from ${decisions} where ${isDue} order by effective_at, approval_id limit $3)
         returning ${DECISION}`,
        [now, leaseUntil, limit],
      );
      return z.array(decisionSchema).parse(rows);
    },
    finishDecision: async (approvalId, state, result) => {
      await write(
        `update ${decisions} set state = $2, result = $3, body = '' where approval_id = $1 and state = 'sending'`,
        [storedText(approvalId), state, storedText(result)],
      );
    },
    listBatch: async (batch, userId) =>
      z
        .array(decisionSchema)
        .parse(
          await read(`select ${DECISION} from ${decisions} where batch = $1 and user_id = $2`, [
            batch,
            storedText(userId),
          ]),
        ),
    listWaiting: (ids) =>
      listed(
        `select ${DECISION} from ${decisions} where ${isOneOf('approval_id', '$1')} and state in ('waiting', 'sending')`,
        ids,
        decisionSchema,
      ),
    removeResults: async (before) => {
      await write(`delete from ${decisions} where state in ('done', 'failed') and effective_at < $1`, [
        before,
      ]);
    },
    assign: async ({ approval_id, assignee, assigned_by, assigned_at }) => {
      const id = storedText(approval_id);
      if (assignee === null) {
        await write(`delete from ${assignments} where approval_id = $1`, [id]);
        return;
      }
      await write(
        `insert into ${assignments} (approval_id, assignee, assigned_by, assigned_at) values ($1, $2, $3, $4)
         on conflict (approval_id) do update set assignee = excluded.assignee, assigned_by = excluded.assigned_by,
           assigned_at = excluded.assigned_at`,
        [id, storedText(assignee), storedText(assigned_by), assigned_at],
      );
    },
    listAssignments: (ids) =>
      listed(
        `select approval_id, assignee, assigned_by, assigned_at from ${assignments}
         where ${isOneOf('approval_id', '$1')}`,
        ids,
        assignmentSchema,
      ),
    listAssigned: async (assignee) => {
      const rows = await read(`select approval_id from ${assignments} where assignee = $1`, [
        storedText(assignee),
      ]);
      return new Set(
        z
          .array(idSchema)
          .parse(rows)
          .map((row) => row.approval_id),
      );
    },
    addComment: async (approvalId, { user_id, body, created_at }) => {
      const [row] = await write(
        `insert into ${comments} (approval_id, user_id, body, created_at) values ($1, $2, $3, $4) returning number`,
        [storedText(approvalId), storedText(user_id), storedText(body), created_at],
      );
      return z.object({ number }).parse(row).number;
    },
    listComments: async (approvalId) =>
      z
        .array(commentSchema)
        .parse(
          await read(
            `select number, user_id, body, created_at from ${comments} where approval_id = $1 order by number`,
            [storedText(approvalId)],
          ),
        ),
    countComments: async (ids) =>
      new Map(
        (
          await listed(
            `select approval_id, count(*) as count from ${comments} where ${isOneOf('approval_id', '$1')}
             group by approval_id`,
            ids,
            countSchema,
          )
        ).map((row) => [row.approval_id, row.count] as const),
      ),
    addReader: async (approvalId, userId, now) => {
      await write(
        `insert into ${readers} (approval_id, user_id, seen_at) values ($1, $2, $3)
         on conflict (approval_id, user_id) do update set seen_at = excluded.seen_at`,
        [storedText(approvalId), storedText(userId), now],
      );
    },
    removeReader: async (approvalId, userId) => {
      await write(`delete from ${readers} where approval_id = $1 and user_id = $2`, [
        storedText(approvalId),
        storedText(userId),
      ]);
    },
    listReaders: async (approvalId, since) => {
      await write(`delete from ${readers} where seen_at < $1`, [since - MAX_READING_MS]);
      const rows = await read(
        `select user_id from ${readers} where approval_id = $1 and seen_at >= $2 order by user_id`,
        [storedText(approvalId), since],
      );
      return z
        .array(z.object({ user_id: text }))
        .parse(rows)
        .map((row) => row.user_id);
    },
    addDisplay: async ({ digest, userId, body, now, before }) => {
      await write(`delete from ${displays} where created_at < $1`, [before]);
      await write(
        `insert into ${displays} (digest, user_id, body, created_at) values ($1, $2, $3, $4)
         on conflict (digest) do update set created_at = excluded.created_at`,
        [digest, storedText(userId), storedText(body), now],
      );
    },
    findDisplay: async (digest, userId) => {
      const [row] = await read(`select body from ${displays} where digest = $1 and user_id = $2`, [
        digest,
        storedText(userId),
      ]);
      return row === undefined ? undefined : z.object({ body: text }).parse(row).body;
    },
    saveView: async (userId, { name, query }) => {
      await write(
        `insert into ${views} (user_id, name, query) values ($1, $2, $3)
         on conflict (user_id, name) do update set query = excluded.query`,
        [storedText(userId), storedText(name), storedText(query)],
      );
    },
    removeView: async (userId, name) =>
      (
        await write(`delete from ${views} where user_id = $1 and name = $2 returning name`, [
          storedText(userId),
          storedText(name),
        ])
      ).length === 1,
    listViews: async (userId) =>
      z
        .array(viewSchema)
        .parse(
          await read(`select name, query from ${views} where user_id = $1 order by name`, [
            storedText(userId),
          ]),
        ),
  };
}

const idsOf = (ids: readonly string[]) => JSON.stringify(ids.map((id) => storedText(id)));
