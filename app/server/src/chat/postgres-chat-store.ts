import { loadedText, statement, storedText } from '@sekisho/postgres';
import { z } from 'zod';
import { ServiceError } from '../errors/service-error.ts';
import { cursorNumber, pageRows } from '../storage/page-rows.ts';
import type { Page, PageRequest, Removal, RemovalState, SearchRequest } from '../storage/page.ts';
import type { ServiceDatabase } from '../storage/postgres/service-database.ts';
import { readFeedback, readSession, readWarnings, replyMarker } from './chat-rows.ts';
import { type ChatStore, type Exchange, REPLY_RETENTION_MS, type RequestClaim } from './chat-store.ts';
import type { ConversationMessage, InterviewSession, MessageFeedback } from './conversation/conversation.ts';

// A claim that was released between two reads is free in the next attempt.
const MAX_POLLS = 5;

const text = z.string().transform(loadedText);
const number = z.coerce.number();
const sessionRow = z.object({
  number,
  id: text,
  user_id: text,
  title: text.nullable(),
  context: z.string(),
  version: number,
  created_at: number,
});
const messageRow = z.object({
  number,
  id: text,
  session_id: text,
  role: z.enum(['user', 'assistant']),
  content: text,
  is_fallback: z.enum(['t', 'f']),
  warnings: z.string(),
  rating: z.string().nullable(),
  comment: text.nullable(),
  rated_at: number.nullable(),
  created_at: number,
});
const claimRow = z.object({
  claimed: number,
  digest: z.string().nullable(),
  reply: z.string().nullable(),
  expires_at: z.string().nullable(),
});

/** Stores sessions, messages and answered requests in PostgreSQL. */
export class PostgresChatStore implements ChatStore {
  readonly #database: ServiceDatabase;
  readonly #clock: () => number;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: ServiceDatabase, schema: string, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
    this.#sql = statements(schema);
  }

  async addSession(session: InterviewSession): Promise<void> {
    const { id, userId, title, context, version, createdAt } = session;
    const name = title === undefined ? null : storedText(title);
    const values = [storedText(id), storedText(userId), name, JSON.stringify(context), version, createdAt];
    await this.#database.write(this.#sql.addSession, values);
  }

  async getSession(userId: string, sessionId: string): Promise<InterviewSession | undefined> {
    const [row] = await this.#database.read(this.#sql.session, [storedText(sessionId), storedText(userId)]);
    return row && readSession(sessionRow.parse(row));
  }

  async listSessions(
    userId: string,
    { text: wanted, ...page }: SearchRequest,
  ): Promise<Page<InterviewSession>> {
    const before = cursorNumber(page.cursor, Number.MAX_SAFE_INTEGER);
    const range = [storedText(userId), before, page.limit + 1];
    const rows =
      wanted === undefined
        ? await this.#database.read(this.#sql.sessions, range)
        : await this.#database.read(this.#sql.foundSessions, [...range, storedText(wanted)]);
    return pageRows(z.array(sessionRow).parse(rows), page, readSession);
  }

  async replaceSession(changed: InterviewSession, expectedVersion: number): Promise<boolean> {
    const { id, title, context, version } = changed;
    const name = title === undefined ? null : storedText(title);
    const values = [name, JSON.stringify(context), version, storedText(id), expectedVersion];
    return (await this.#database.write(this.#sql.updateSession, values)).length > 0;
  }

  async removeSession({ userId, id, version }: Removal): Promise<RemovalState> {
    const values = [storedText(userId), storedText(id), version ?? null, replyMarker(id)];
    const [row] = await this.#database.write(this.#sql.removeSession, values);
    return z.enum(['removed', 'missing', 'changed']).parse(row?.['state']);
  }

  async getMessage(sessionId: string, messageId: string): Promise<ConversationMessage | undefined> {
    const values = [storedText(sessionId), storedText(messageId)];
    const [row] = await this.#database.read(this.#sql.message, values);
    return row && readMessage(messageRow.parse(row));
  }

  async setFeedback(messageId: string, feedback: MessageFeedback | undefined): Promise<void> {
    const id = storedText(messageId);
    if (feedback === undefined) {
      await this.#database.write(this.#sql.removeFeedback, [id]);
      return;
    }
    const { rating, comment, createdAt } = feedback;
    const values = [id, rating, comment === undefined ? null : storedText(comment), createdAt];
    await this.#database.write(this.#sql.setFeedback, values);
  }

  async listMessages(sessionId: string, page: PageRequest): Promise<Page<ConversationMessage>> {
    const values = [storedText(sessionId), cursorNumber(page.cursor, 0), page.limit + 1];
    const rows = await this.#database.read(this.#sql.messages, values);
    return pageRows(z.array(messageRow).parse(rows), page, readMessage);
  }

  async recentMessages(sessionId: string, count: number): Promise<ConversationMessage[]> {
    const rows = await this.#database.read(this.#sql.recent, [storedText(sessionId), count]);
    return z.array(messageRow).parse(rows).toReversed().map(readMessage);
  }

  async addExchange({ messages, request }: Exchange): Promise<void> {
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
      expires_at: this.#clock() + REPLY_RETENTION_MS,
    };
    const values = [JSON.stringify(rows), answer === undefined ? null : JSON.stringify(answer)];
    await this.#database.write(this.#sql.addExchange, values);
  }

  async claimRequest(claim: {
    userId: string;
    key: string;
    digest: string;
    leaseMs: number;
  }): Promise<RequestClaim> {
    const digest = storedText(claim.digest);
    const key = [storedText(claim.userId), storedText(claim.key)] as const;
    for (let attempt = 0; attempt < MAX_POLLS; attempt += 1) {
      const now = this.#clock();
      const rows = await this.#database.write(this.#sql.claim, [...key, digest, now + claim.leaseMs, now]);
      const found = claimRow.parse(rows[0]);
      if (found.claimed === 1) return { state: 'claimed' };
      if (found.expires_at === null) continue;
      if (found.digest !== digest) return { state: 'different' };
      if (found.reply !== null) return { state: 'answered', reply: loadedText(found.reply) };
      const rest = Number(found.expires_at) - now;
      return { state: 'running', retryAfterMs: Math.max(0, Math.min(2000, rest)) };
    }
    throw new ServiceError(
      'StoreUnavailable',
      'Too many concurrent requests use this idempotency key. Retry later.',
    );
  }

  async releaseRequest(userId: string, key: string): Promise<void> {
    await this.#database.write(this.#sql.release, [storedText(userId), storedText(key)]);
  }
}

function readMessage(row: z.output<typeof messageRow>): ConversationMessage {
  const { id, session_id: sessionId, role, content, created_at: createdAt } = row;
  const warnings = readWarnings(row.warnings);
  const isFallback = row.is_fallback === 't';
  return { id, sessionId, role, content, isFallback, warnings, feedback: readFeedback(row), createdAt };
}

function statements(schema: string) {
  const { sessions, messages, requests, feedback } = {
    sessions: `${schema}.sessions`,
    messages: `${schema}.messages`,
    requests: `${schema}.requests`,
    feedback: `${schema}.feedback`,
  };
  const message = `select m.*, f.rating, f.comment, f.created_at as rated_at
    from ${messages} m left join ${feedback} f on f.message_id = m.id`;
  return {
    addSession: statement(
      `insert into ${sessions} (id, user_id, title, context, version, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
    ),
    // "is true" makes the planner use the index on the id: without statistics, it considers the user as selective as
    // the id.
    session: statement(`select * from ${sessions} where id = $1 and (user_id = $2) is true`),
    sessions: statement(
      `select * from ${sessions} where user_id = $1 and number < $2 order by number desc limit $3`,
    ),
    // The prose of a response ends where its first code block begins.
    foundSessions: statement(
      `select * from ${sessions} s where user_id = $1 and number < $2 and (
         ${schema}.holds(s.title, $4) or exists (
           select 1 from ${messages} m where m.session_id = s.id
             and ${schema}.holds(split_part(m.content, chr(10) || '\`\`\`', 1), $4)))
       order by number desc limit $3`,
    ),
    updateSession: statement(
      `update ${sessions} set title = $1, context = $2, version = $3 where id = $4 and version = $5 returning 1`,
    ),
    removeSession: statement(`select ${schema}.remove_session($1, $2, $3, $4) as state`),
    messages: statement(`${message} where m.session_id = $1 and m.number > $2 order by m.number limit $3`),
    message: statement(`${message} where m.session_id = $1 and m.id = $2`),
    recent: statement(`${message} where m.session_id = $1 order by m.number desc limit $2`),
    setFeedback: statement(
      `insert into ${feedback} (message_id, rating, comment, created_at) values ($1, $2, $3, $4)
       on conflict (message_id) do update set rating = excluded.rating, comment = excluded.comment,
         created_at = excluded.created_at`,
    ),
    removeFeedback: statement(`delete from ${feedback} where message_id = $1`),
    addExchange: statement(`select ${schema}.add_exchange($1, $2)`),
    // Each claim deletes a few expired rows. Rows that are locked by others are skipped, because two claims could
    // otherwise deadlock.
    claim: statement(
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
    ),
    release: statement(`delete from ${requests} where user_id = $1 and key = $2 and reply is null`),
  };
}
