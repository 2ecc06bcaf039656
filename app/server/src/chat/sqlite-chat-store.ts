import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { cursorNumber, pageRows } from '../storage/page-rows.ts';
import type { Page, PageRequest, Removal, RemovalState, SearchRequest } from '../storage/page.ts';
import type { GroupWriter } from '../storage/sqlite/group-writer.ts';
import { prepareText } from '../storage/sqlite/prepare-text.ts';
import { readFeedback, readSession, readWarnings, replyMarker } from './chat-rows.ts';
import { type ChatStore, type Exchange, REPLY_RETENTION_MS, type RequestClaim } from './chat-store.ts';
import type { ConversationMessage, InterviewSession, MessageFeedback } from './conversation/conversation.ts';

const sessionRow = z.object({
  number: z.number(),
  id: z.string(),
  user_id: z.string(),
  title: z.string().nullable(),
  context: z.string(),
  version: z.number(),
  created_at: z.number(),
});
const numbered = z.object({ number: z.number() });
const requestRow = z.object({ digest: z.string(), reply: z.string().nullable(), expires_at: z.number() });

/** Stores sessions, messages and answered requests in one SQLite file. */
export class SqliteChatStore implements ChatStore {
  readonly #writer: GroupWriter;
  readonly #clock: () => number;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, writer: GroupWriter, clock: () => number) {
    this.#writer = writer;
    this.#clock = clock;
    this.#sql = prepare(database);
  }

  async addSession(session: InterviewSession): Promise<void> {
    const { id, userId, title = null, context, version, createdAt } = session;
    const values = [id, userId, title, JSON.stringify(context), version, createdAt] as const;
    await this.#writer.write(() => this.#sql.addSession.run(...values));
  }

  async getSession(userId: string, sessionId: string): Promise<InterviewSession | undefined> {
    const row = this.#sql.session.get(sessionId, userId);
    return row && readSession(sessionRow.parse(row));
  }

  async listSessions(userId: string, { text, ...page }: SearchRequest): Promise<Page<InterviewSession>> {
    const before = cursorNumber(page.cursor, Number.MAX_SAFE_INTEGER);
    const found =
      text === undefined
        ? this.#sql.sessions.all(userId, before, page.limit + 1)
        : this.#sql.foundSessions.allNamed({ userId, before, text, limit: page.limit + 1 });
    return pageRows(
      found.map((row) => sessionRow.parse(row)),
      page,
      readSession,
    );
  }

  replaceSession(changed: InterviewSession, expectedVersion: number): Promise<boolean> {
    const { id, title = null, context, version } = changed;
    const values = [title, JSON.stringify(context), version, id, expectedVersion] as const;
    return this.#writer.write(() => this.#sql.updateSession.run(...values).changes > 0);
  }

  removeSession({ userId, id, version }: Removal): Promise<RemovalState> {
    return this.#writer.write(() => {
      const row = this.#sql.session.get(id, userId);
      if (row === undefined) return 'missing';
      if (version !== undefined && sessionRow.parse(row).version !== version) return 'changed';
      this.#sql.removeMessages.run(id);
      this.#sql.removeReplies.run(userId, replyMarker(id));
      this.#sql.removeSession.run(id);
      return 'removed';
    });
  }

  async getMessage(sessionId: string, messageId: string): Promise<ConversationMessage | undefined> {
    const row = this.#sql.message.get(sessionId, messageId);
    return row && readMessage(row);
  }

  async setFeedback(messageId: string, feedback: MessageFeedback | undefined): Promise<void> {
    await this.#writer.write(() => {
      if (feedback === undefined) return this.#sql.removeFeedback.run(messageId);
      const { rating, comment = null, createdAt } = feedback;
      return this.#sql.setFeedback.run(messageId, rating, comment, createdAt);
    });
  }

  async listMessages(sessionId: string, page: PageRequest): Promise<Page<ConversationMessage>> {
    const after = cursorNumber(page.cursor, 0);
    const rows = this.#sql.messages
      .all(sessionId, after, page.limit + 1)
      .map((row) => ({ ...row, ...numbered.parse(row) }));
    return pageRows(rows, page, readMessage);
  }

  async recentMessages(sessionId: string, count: number): Promise<ConversationMessage[]> {
    const rows = this.#sql.recent.all(sessionId, count);
    return rows.toReversed().map((row) => readMessage(row));
  }

  async addExchange({ messages, request }: Exchange): Promise<void> {
    await this.#writer.write(() => {
      const [first] = messages;
      if (request !== undefined && first !== undefined) {
        this.#sql.removeFallback.run(first.sessionId, request.key);
      }
      const isFallback = messages.some((message) => message.isFallback);
      const requestKey = isFallback ? (request?.key ?? null) : null;
      for (const message of messages) {
        const { id, sessionId, role, content, createdAt } = message;
        const warnings = JSON.stringify(message.warnings);
        const marks = [message.isFallback ? 1 : 0, requestKey, warnings, createdAt] as const;
        this.#sql.addMessage.run(id, sessionId, role, content, ...marks);
      }
      if (request === undefined) return;
      const { userId, key, digest, reply } = request;
      if (reply === undefined) this.#sql.release.run(userId, key);
      else this.#sql.answer.run(userId, key, digest, reply, this.#clock() + REPLY_RETENTION_MS);
    });
  }

  claimRequest(claim: {
    userId: string;
    key: string;
    digest: string;
    leaseMs: number;
  }): Promise<RequestClaim> {
    const { userId, key, digest, leaseMs } = claim;
    return this.#writer.write((): RequestClaim => {
      const now = this.#clock();
      this.#sql.forget.run(now);
      const row = this.#sql.request.get(userId, key);
      if (row === undefined) {
        this.#sql.claim.run(userId, key, digest, now + leaseMs);
        return { state: 'claimed' };
      }
      const found = requestRow.parse(row);
      if (found.digest !== digest) return { state: 'different' };
      if (found.reply !== null) return { state: 'answered', reply: found.reply };
      return { state: 'running', retryAfterMs: Math.max(0, Math.min(2000, found.expires_at - now)) };
    });
  }

  async releaseRequest(userId: string, key: string): Promise<void> {
    await this.#writer.write(() => this.#sql.release.run(userId, key));
  }
}

// Parsed manually for performance, because every prompt reads many messages.
function readMessage(row: Readonly<Record<string, unknown>>): ConversationMessage {
  const { id, session_id: sessionId, role, content, created_at: createdAt, is_fallback: isFallback } = row;
  const isRole = role === 'user' || role === 'assistant';
  const isText = typeof id === 'string' && typeof sessionId === 'string' && typeof content === 'string';
  if (!isRole || !isText || typeof createdAt !== 'number') {
    throw new TypeError(
      'The database contains a message in a format that this version does not support. Update Sekisho.',
    );
  }
  const warnings = readWarnings(row['warnings']);
  const feedback = readFeedback(row);
  return { id, sessionId, role, content, isFallback: isFallback !== 0, warnings, feedback, createdAt };
}

function prepare(database: DatabaseSync) {
  const message = `select m.*, f.rating, f.comment, f.created_at as rated_at
    from messages m left join feedback f on f.message_id = m.id`;
  return {
    addSession: prepareText(
      database,
      'insert into sessions (id, user_id, title, context, version, created_at) values (?, ?, ?, ?, ?, ?)',
    ),
    session: prepareText(database, 'select * from sessions where id = ? and user_id = ?'),
    sessions: prepareText(
      database,
      'select * from sessions where user_id = ? and number < ? order by number desc limit ?',
    ),
    // The prose of a response ends where its first code block begins.
    foundSessions: prepareText(
      database,
      `select * from sessions s where s.user_id = :userId and s.number < :before and (
         instr(fold(s.title), fold(:text)) > 0 or exists (
           select 1 from messages m where m.session_id = s.id and instr(fold(
             substr(m.content, 1, instr(m.content || char(10) || '\`\`\`', char(10) || '\`\`\`') - 1)), fold(:text)) > 0))
       order by s.number desc limit :limit`,
    ),
    updateSession: prepareText(
      database,
      'update sessions set title = ?, context = ?, version = ? where id = ? and version = ?',
    ),
    removeSession: prepareText(database, 'delete from sessions where id = ?'),
    removeMessages: prepareText(database, 'delete from messages where session_id = ?'),
    removeReplies: prepareText(database, 'delete from requests where user_id = ? and instr(reply, ?) > 0'),
    messages: prepareText(
      database,
      `${message} where m.session_id = ? and m.number > ? order by m.number limit ?`,
    ),
    message: prepareText(database, `${message} where m.session_id = ? and m.id = ?`),
    recent: prepareText(database, `${message} where m.session_id = ? order by m.number desc limit ?`),
    addMessage: prepareText(
      database,
      `insert into messages (id, session_id, role, content, is_fallback, request_key, warnings, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    setFeedback: prepareText(
      database,
      `insert into feedback (message_id, rating, comment, created_at) values (?, ?, ?, ?)
       on conflict do update set rating = excluded.rating, comment = excluded.comment,
         created_at = excluded.created_at`,
    ),
    removeFeedback: prepareText(database, 'delete from feedback where message_id = ?'),
    removeFallback: prepareText(database, 'delete from messages where session_id = ? and request_key = ?'),
    forget: prepareText(database, 'delete from requests where expires_at <= ?'),
    request: prepareText(
      database,
      'select digest, reply, expires_at from requests where user_id = ? and key = ?',
    ),
    claim: prepareText(
      database,
      'insert into requests (user_id, key, digest, expires_at) values (?, ?, ?, ?)',
    ),
    answer: prepareText(
      database,
      `insert into requests (user_id, key, digest, reply, expires_at) values (?, ?, ?, ?, ?)
       on conflict do update set reply = excluded.reply, expires_at = excluded.expires_at`,
    ),
    release: prepareText(database, 'delete from requests where user_id = ? and key = ? and reply is null'),
  };
}
