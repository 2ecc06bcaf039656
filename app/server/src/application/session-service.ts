import type {
  ConversationMessage,
  InterviewSession,
  MessageFeedback,
  SessionContextDto,
} from '../domain/conversation.ts';
import type { ChatStore, Page, PageRequest, Removal, SearchRequest } from './chat-store.ts';
import { refuseRemoval } from './refuse-removal.ts';
import { ServiceError } from './service-error.ts';
import { lineOf, type SessionQueue } from './session-queue.ts';
import type { AuditLog, Metrics } from './watching.ts';

/** What the service works with. */
export type SessionServiceOptions = {
  store: ChatStore;
  /** The queue of the messages: a removal waits for the answer that is being written. */
  queue: SessionQueue;
  audit: AuditLog;
  metrics: Metrics;
  clock: () => number;
  makeId: () => string;
};

/** What a person may change on a session; what is left out stays, and a title of null is taken away. */
export type SessionChange = {
  version: number;
  title?: string | null | undefined;
  context?: SessionContextDto | undefined;
};

/** Keeps the sessions of a user, and what the user thinks of the answers in them. */
export class SessionService {
  readonly #options: SessionServiceOptions;

  constructor(options: SessionServiceOptions) {
    this.#options = options;
  }

  async create(
    userId: string,
    { context, title }: { context: SessionContextDto; title?: string | undefined },
  ): Promise<InterviewSession> {
    const { store, clock, makeId } = this.#options;
    const session = { id: makeId(), userId, title, context, version: 1, createdAt: clock() };
    await store.addSession(session);
    return session;
  }

  async get(userId: string, id: string): Promise<InterviewSession> {
    const session = await this.#options.store.getSession(userId, id);
    if (session === undefined) throw new ServiceError('NotFound', 'There is no such session.');
    return session;
  }

  /** The sessions of a user, the newest first. */
  list(userId: string, search: SearchRequest): Promise<Page<InterviewSession>> {
    return this.#options.store.listSessions(userId, search);
  }

  /** What was said, the oldest first. */
  async listMessages(userId: string, id: string, page: PageRequest): Promise<Page<ConversationMessage>> {
    await this.get(userId, id);
    return this.#options.store.listMessages(id, page);
  }

  /** Changes title and context; the next answer knows the new context. */
  async change(userId: string, id: string, change: SessionChange): Promise<InterviewSession> {
    const { store, audit } = this.#options;
    const found = await this.get(userId, id);
    const { version, title, context = found.context } = change;
    const changed = {
      ...found,
      title: title === undefined ? found.title : (title ?? undefined),
      context,
      version: version + 1,
    };
    if (!(await store.replaceSession(changed, version))) {
      const facts = { version: found.version };
      throw new ServiceError('VersionConflict', 'The session has changed since you read it.', facts);
    }
    audit.record({ event: 'session.changed', userId, sessionId: id });
    return changed;
  }

  /** Removes the session and everything in it, after the answers that are being written in it. */
  async remove(removal: Removal): Promise<void> {
    const { store, queue, audit } = this.#options;
    const { userId, id } = removal;
    const state = await queue.run(lineOf(userId, id), () => store.removeSession(removal));
    refuseRemoval(state, 'session');
    audit.record({ event: 'session.deleted', userId, sessionId: id });
  }

  /** Rates an answer, or takes the rating back. */
  async rate(
    { userId, id, messageId }: { userId: string; id: string; messageId: string },
    feedback: Omit<MessageFeedback, 'createdAt'> | undefined,
  ): Promise<ConversationMessage> {
    const { store, audit, metrics, clock } = this.#options;
    await this.get(userId, id);
    const message = await store.getMessage(id, messageId);
    if (message === undefined) throw new ServiceError('NotFound', 'There is no such message.');
    if (message.role !== 'assistant') {
      throw new ServiceError('NotAnAnswer', 'Only answers of the assistant can be rated.');
    }
    const given = feedback && { ...feedback, createdAt: clock() };
    await store.setFeedback(messageId, given);
    const rating = feedback?.rating ?? 'none';
    audit.record({ event: 'feedback.given', userId, sessionId: id, messageId, rating });
    metrics.count('chat_feedback_total', { rating });
    return { ...message, feedback: given };
  }
}
