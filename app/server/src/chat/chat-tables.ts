import { z } from 'zod';
import { cursorNumber, pageRows } from '../storage/page-rows.ts';
import type { Sql } from '../storage/sql.ts';
import type { ChatChanges, ChatStore } from './chat-store.ts';
import { answerWarnings } from './conversation/ai-conversation-error-code.ts';
import {
  feedbackRatings,
  type ConversationMessage,
  type InterviewSession,
} from './conversation/conversation.ts';

const number = z.coerce.number();
const sessionRow = z.object({
  number,
  id: z.string(),
  user_id: z.string(),
  title: z.string().nullable(),
  context: z.string(),
  version: number,
  created_at: number,
});
const contextSchema = z.object({
  industry: z.string().optional(),
  processType: z.string().optional(),
  goal: z.string().optional(),
  region: z.string().optional(),
  compliance: z.string().optional(),
  additionalContext: z.string().optional(),
});
const messageRow = z.object({
  number,
  id: z.string(),
  session_id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  is_fallback: number,
  warnings: z.string(),
  rating: z.enum(feedbackRatings).nullable(),
  comment: z.string().nullable(),
  rated_at: number.nullable(),
  created_at: number,
});
const warningsSchema = z.array(z.enum(answerWarnings));

/** Creates the queries for sessions, messages and feedback. */
export function createChatTables({ read, execute, table }: Sql): Omit<ChatStore, keyof ChatChanges> {
  const [sessions, messages, requests] = [table('sessions'), table('messages'), table('requests')];
  const feedback = table('feedback');
  const holds = (text: string) => `${table('holds')}(${text}, $4)`;
  const message = `select m.number, m.id, m.session_id, m.role, m.content, cast(m.is_fallback as integer) as is_fallback,
    m.warnings, m.created_at, f.rating, f.comment, f.created_at as rated_at
    from ${messages} m left join ${feedback} f on f.message_id = m.id where m.session_id = $1`;
  return {
    addSession: async ({ id, userId, title, context, version, createdAt }) => {
      await execute(
        `insert into ${sessions} (id, user_id, title, context, version, created_at) values ($1, $2, $3, $4, $5, $6)`,
        [id, userId, title, JSON.stringify(context), version, createdAt],
      );
    },
    getSession: async (userId, sessionId) => {
      // "is true" makes the planner of PostgreSQL use the index on the id: without statistics, it considers the user as
      // selective as the id.
      const sql = `select * from ${sessions} where id = $1 and (user_id = $2) is true`;
      const [row] = await read(sessionRow, sql, [sessionId, userId]);
      return row && readSession(row);
    },
    listSessions: async (userId, { text, ...page }) => {
      const range = [userId, cursorNumber(page.cursor, Number.MAX_SAFE_INTEGER), page.limit + 1];
      // The prose of a response ends where its first code block begins.
      const found = `and (${holds('s.title')} or exists (select 1 from ${messages} m where m.session_id = s.id
        and ${holds(`split_part(m.content, '\n\`\`\`', 1)`)}))`;
      const rows = await read(
        sessionRow,
        `select * from ${sessions} s where s.user_id = $1 and s.number < $2 ${text === undefined ? '' : found}
         order by s.number desc limit $3`,
        text === undefined ? range : [...range, text],
      );
      return pageRows(rows, page, readSession);
    },
    replaceSession: ({ id, title, context, version }, expectedVersion) =>
      execute(
        `update ${sessions} set title = $1, context = $2, version = $3 where id = $4 and version = $5 returning id`,
        [title, JSON.stringify(context), version, id, expectedVersion],
      ),
    getMessage: async (sessionId, messageId) => {
      const [row] = await read(messageRow, `${message} and m.id = $2`, [sessionId, messageId]);
      return row && readMessage(row);
    },
    setFeedback: async (messageId, given) => {
      if (given === undefined) {
        await execute(`delete from ${feedback} where message_id = $1`, [messageId]);
        return;
      }
      await execute(
        `insert into ${feedback} (message_id, rating, comment, created_at) values ($1, $2, $3, $4)
         on conflict (message_id) do update set rating = excluded.rating, comment = excluded.comment,
           created_at = excluded.created_at`,
        [messageId, given.rating, given.comment, given.createdAt],
      );
    },
    listMessages: async (sessionId, page) => {
      const sql = `${message} and m.number > $2 order by m.number limit $3`;
      const rows = await read(messageRow, sql, [sessionId, cursorNumber(page.cursor, 0), page.limit + 1]);
      return pageRows(rows, page, readMessage);
    },
    recentMessages: async (sessionId, count) => {
      const rows = await read(messageRow, `${message} order by m.number desc limit $2`, [sessionId, count]);
      return rows.toReversed().map(readMessage);
    },
    releaseRequest: async (userId, key) => {
      await execute(`delete from ${requests} where user_id = $1 and key = $2 and reply is null`, [
        userId,
        key,
      ]);
    },
  };
}

function readSession(row: z.output<typeof sessionRow>): InterviewSession {
  const { id, user_id: userId, title, version, created_at: createdAt } = row;
  const context = contextSchema.parse(JSON.parse(row.context));
  return { id, userId, title: title ?? undefined, context, version, createdAt };
}

function readMessage(row: z.output<typeof messageRow>): ConversationMessage {
  const { id, session_id: sessionId, role, content, created_at: createdAt, rating, comment, rated_at } = row;
  // Most messages have no warnings, and every prompt reads many messages.
  const warnings = row.warnings === '[]' ? [] : warningsSchema.parse(JSON.parse(row.warnings));
  const feedback =
    rating === null ? undefined : { rating, comment: comment ?? undefined, createdAt: rated_at ?? 0 };
  return { id, sessionId, role, content, isFallback: row.is_fallback !== 0, warnings, feedback, createdAt };
}
