import { storedText } from 'sekisho/store-adapter';
import { z } from 'zod';
import type { Sql } from '../../storage/sql.ts';
import {
  assignmentSchema,
  savedViewSchema,
  storedCommentSchema,
  storedDecisionSchema,
  type ReviewStore,
} from './review-store.ts';

const idSchema = z.object({ approval_id: z.string() }).transform((row) => row.approval_id);
const countSchema = z.object({ approval_id: z.string(), count: z.coerce.number() });
const readerSchema = z.object({ user_id: z.string() }).transform((row) => row.user_id);

const DECISION = 'approval_id, batch, user_id, made_at, effective_at, body, state, result';
// A row of a reader who has not had the request open for this time is removed.
const MAX_READING_MS = 3_600_000;

/** Creates the queries for delayed decisions, assignments, comments, readers and saved views. */
export function createReviewTables(sql: Sql): ReviewStore {
  const { read, write, execute, table, isOneOf, rowsOf } = sql;
  const [decisions, assignments, comments] = [table('decisions'), table('assignments'), table('comments')];
  const [readers, displays, views] = [table('readers'), table('displays'), table('views')];
  const isDue = `effective_at <= $1 and (state = 'waiting' or (state = 'sending' and lease_until < $1))`;
  const isListed = isOneOf('approval_id', '$1');
  return {
    addDecisions: async (added) => {
      const rows = added.map((row) => ({
        ...row,
        approval_id: storedText(row.approval_id),
        user_id: storedText(row.user_id),
      }));
      const ids = await write(
        idSchema,
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
      return new Set(ids);
    },
    removeDecisions: (batch, userId, now) =>
      write(
        idSchema,
        `delete from ${decisions} where batch = $1 and user_id = $2 and state = 'waiting' and effective_at > $3
         returning approval_id`,
        [batch, userId, now],
      ),
    hastenDecisions: async (batch, userId, now) => {
      await execute(
        `update ${decisions} set effective_at = $3 where batch = $1 and user_id = $2 and state = 'waiting'
           and effective_at > $3`,
        [batch, userId, now],
      );
    },
    claimDecisions: (now, leaseUntil, limit) =>
      // The condition is repeated outside of the selection: PostgreSQL evaluates it again for a row that another server
      // has changed meanwhile.
      write(
        storedDecisionSchema,
        `update ${decisions} set state = 'sending', lease_until = $2 where ${isDue} and approval_id in
           (select approval_id from ${decisions} where ${isDue} order by effective_at, approval_id limit $3)
         returning ${DECISION}`,
        [now, leaseUntil, limit],
      ),
    finishDecision: async (approvalId, state, result) => {
      await execute(
        `update ${decisions} set state = $2, result = $3, body = '' where approval_id = $1 and state = 'sending'`,
        [approvalId, state, result],
      );
    },
    listBatch: (batch, userId) =>
      read(storedDecisionSchema, `select ${DECISION} from ${decisions} where batch = $1 and user_id = $2`, [
        batch,
        userId,
      ]),
    listWaiting: (ids) =>
      read(
        storedDecisionSchema,
        `select ${DECISION} from ${decisions} where ${isListed} and state in ('waiting', 'sending')`,
        [ids],
      ),
    removeResults: async (before) => {
      await execute(`delete from ${decisions} where state in ('done', 'failed') and effective_at < $1`, [
        before,
      ]);
    },
    assign: async ({ approval_id, assignee, assigned_by, assigned_at }) => {
      if (assignee === null) {
        await execute(`delete from ${assignments} where approval_id = $1`, [approval_id]);
        return;
      }
      await execute(
        `insert into ${assignments} (approval_id, assignee, assigned_by, assigned_at) values ($1, $2, $3, $4)
         on conflict (approval_id) do update set assignee = excluded.assignee, assigned_by = excluded.assigned_by,
           assigned_at = excluded.assigned_at`,
        [approval_id, assignee, assigned_by, assigned_at],
      );
    },
    listAssignments: (ids) =>
      read(
        assignmentSchema,
        `select approval_id, assignee, assigned_by, assigned_at from ${assignments} where ${isListed}`,
        [ids],
      ),
    listAssigned: async (assignee) =>
      new Set(await read(idSchema, `select approval_id from ${assignments} where assignee = $1`, [assignee])),
    addComment: async (approvalId, { user_id, body, created_at }) => {
      const [row] = await write(
        storedCommentSchema.pick({ number: true }),
        `insert into ${comments} (approval_id, user_id, body, created_at) values ($1, $2, $3, $4) returning number`,
        [approvalId, user_id, body, created_at],
      );
      return row?.number ?? 0;
    },
    listComments: (approvalId) =>
      read(
        storedCommentSchema,
        `select number, user_id, body, created_at from ${comments} where approval_id = $1 order by number`,
        [approvalId],
      ),
    countComments: async (ids) => {
      const counted = await read(
        countSchema,
        `select approval_id, count(*) as count from ${comments} where ${isListed} group by approval_id`,
        [ids],
      );
      return new Map(counted.map((row) => [row.approval_id, row.count]));
    },
    addReader: async (approvalId, userId, now) => {
      await execute(
        `insert into ${readers} (approval_id, user_id, seen_at) values ($1, $2, $3)
         on conflict (approval_id, user_id) do update set seen_at = excluded.seen_at`,
        [approvalId, userId, now],
      );
    },
    removeReader: async (approvalId, userId) => {
      await execute(`delete from ${readers} where approval_id = $1 and user_id = $2`, [approvalId, userId]);
    },
    listReaders: async (approvalId, since) => {
      await execute(`delete from ${readers} where seen_at < $1`, [since - MAX_READING_MS]);
      return read(
        readerSchema,
        `select user_id from ${readers} where approval_id = $1 and seen_at >= $2 order by user_id`,
        [approvalId, since],
      );
    },
    addDisplay: async ({ digest, userId, body, now, before }) => {
      await execute(`delete from ${displays} where created_at < $1`, [before]);
      await execute(
        `insert into ${displays} (digest, user_id, body, created_at) values ($1, $2, $3, $4)
         on conflict (digest) do update set created_at = excluded.created_at`,
        [digest, userId, body, now],
      );
    },
    findDisplay: async (digest, userId) => {
      const select = `select body from ${displays} where digest = $1 and user_id = $2`;
      const [row] = await read(z.object({ body: z.string() }), select, [digest, userId]);
      return row?.body;
    },
    saveView: async (userId, { name, query }) => {
      await execute(
        `insert into ${views} (user_id, name, query) values ($1, $2, $3)
         on conflict (user_id, name) do update set query = excluded.query`,
        [userId, name, query],
      );
    },
    removeView: (userId, name) =>
      execute(`delete from ${views} where user_id = $1 and name = $2 returning name`, [userId, name]),
    listViews: (userId) =>
      read(savedViewSchema, `select name, query from ${views} where user_id = $1 order by name`, [userId]),
  };
}
