import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { KEEP_REPLIES_MS } from '../../application/chat-store.ts';
import type { ChatStore, Exchange, Page, PageRequest, RequestClaim } from '../../application/chat-store.ts';
import type { ConversationMessage, InterviewSession } from '../../domain/conversation.ts';
import { cursorNumber, pageRows } from '../page-rows.ts';
import { readSession } from '../read-session.ts';
import type { GroupWriter } from './group-writer.ts';

const MOST_KNOWN_SESSIONS = 10_000;

const sessionRow = z.object({
  number: z.number(),
  id: z.string(),
  user_id: z.string(),
  context: z.string(),
  created_at: z.number(),
});
const numbered = z.object({ number: z.number() });
const requestRow = z.object({ digest: z.string(), reply: z.string().nullable(), expires_at: z.number() });

/** Sessions, messages and answered requests in one SQLite file. */
export class SqliteChatStore implements ChatStore {
  readonly #writer: GroupWriter;
  readonly #clock: () => number;
  readonly #sql: ReturnType<typeof prepare>;
  /** Sessions never change and never go, so what was read once stays true, whoever else uses the file. */
  readonly #known = new Map<string, InterviewSession>();

  constructor(database: DatabaseSync, writer: GroupWriter, clock: () => number) {
    this.#writer = writer;
    this.#clock = clock;
    this.#sql = prepare(database);
  }

  async addSession({ id, userId, context, createdAt }: InterviewSession): Promise<void> {
    await this.#writer.write(() => this.#sql.addSession.run(id, userId, JSON.stringify(context), createdAt));
  }

  async getSession(userId: string, sessionId: string): Promise<InterviewSession | undefined> {
    const known = this.#known.get(sessionId);
    if (known !== undefined) return known.userId === userId ? known : undefined;
    const row = this.#sql.session.get(sessionId, userId);
    if (row === undefined) return undefined;
    const session = readSession(sessionRow.parse(row));
    if (this.#known.size >= MOST_KNOWN_SESSIONS) this.#known.clear();
    this.#known.set(sessionId, session);
    return session;
  }

  async listSessions(userId: string, page: PageRequest): Promise<Page<InterviewSession>> {
    const before = cursorNumber(page.cursor, Number.MAX_SAFE_INTEGER);
    const rows = this.#sql.sessions.all(userId, before, page.limit + 1).map((row) => sessionRow.parse(row));
    return pageRows(rows, page, readSession);
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
      for (const { id, sessionId, role, content, isFallback: is, createdAt } of messages) {
        const key = isFallback ? (request?.key ?? null) : null;
        this.#sql.addMessage.run(id, sessionId, role, content, is ? 1 : 0, key, createdAt);
      }
      if (request === undefined) return;
      const { userId, key, digest, reply } = request;
      if (reply === undefined) this.#sql.release.run(userId, key);
      else this.#sql.answer.run(userId, key, digest, reply, this.#clock() + KEEP_REPLIES_MS);
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

// By hand, because every prompt reads a whole window of them.
function readMessage(row: Readonly<Record<string, unknown>>): ConversationMessage {
  const { id, session_id: sessionId, role, content, created_at: createdAt, is_fallback: isFallback } = row;
  const isRole = role === 'user' || role === 'assistant';
  const isText = typeof id === 'string' && typeof sessionId === 'string' && typeof content === 'string';
  if (!isRole || !isText || typeof createdAt !== 'number') {
    throw new TypeError('The file holds a message that this version does not know.');
  }
  return { id, sessionId, role, content, isFallback: isFallback !== 0, createdAt };
}

function prepare(database: DatabaseSync) {
  return {
    addSession: database.prepare(
      'insert into sessions (id, user_id, context, created_at) values (?, ?, ?, ?)',
    ),
    session: database.prepare('select * from sessions where id = ? and user_id = ?'),
    sessions: database.prepare(
      'select * from sessions where user_id = ? and number < ? order by number desc limit ?',
    ),
    messages: database.prepare(
      'select * from messages where session_id = ? and number > ? order by number limit ?',
    ),
    recent: database.prepare('select * from messages where session_id = ? order by number desc limit ?'),
    addMessage: database.prepare(
      `insert into messages (id, session_id, role, content, is_fallback, request_key, created_at)
       values (?, ?, ?, ?, ?, ?, ?)`,
    ),
    removeFallback: database.prepare('delete from messages where session_id = ? and request_key = ?'),
    forget: database.prepare('delete from requests where expires_at <= ?'),
    request: database.prepare('select digest, reply, expires_at from requests where user_id = ? and key = ?'),
    claim: database.prepare('insert into requests (user_id, key, digest, expires_at) values (?, ?, ?, ?)'),
    answer: database.prepare(
      `insert into requests (user_id, key, digest, reply, expires_at) values (?, ?, ?, ?, ?)
       on conflict do update set reply = excluded.reply, expires_at = excluded.expires_at`,
    ),
    release: database.prepare('delete from requests where user_id = ? and key = ? and reply is null'),
  };
}
