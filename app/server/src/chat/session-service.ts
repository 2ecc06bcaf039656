import { ServiceError } from '../errors/service-error.ts';
import type { AuditLog, Metrics } from '../observability/observability.ts';
import type { Page, PageRequest, Removal, SearchRequest } from '../storage/page.ts';
import { requireRemoved } from '../storage/require-removed.ts';
import type { ChatStore } from './chat-store.ts';
import type {
  ConversationMessage,
  InterviewSession,
  MessageFeedback,
  SessionContextDto,
} from './conversation/conversation.ts';
import { queueKeyOf, type SessionQueue } from './session-queue.ts';

/** The dependencies of the service. */
export type SessionServiceOptions = {
  store: ChatStore;
  /** The queue of the messages: a deletion waits for the response in progress. */
  queue: SessionQueue;
  audit: AuditLog;
  metrics: Metrics;
  clock: () => number;
  makeId: () => string;
};

/** The fields of a session that a user may change. Omitted fields stay unchanged; a title of null is removed. */
export type SessionChange = {
  version: number;
  title?: string | null | undefined;
  context?: SessionContextDto | undefined;
};

/** Manages the sessions of a user, and the ratings of the responses in them. */
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

  /** Lists the sessions of a user, newest first. */
  list(userId: string, search: SearchRequest): Promise<Page<InterviewSession>> {
    return this.#options.store.listSessions(userId, search);
  }

  /** Lists the messages of a session, oldest first. */
  async listMessages(userId: string, id: string, page: PageRequest): Promise<Page<ConversationMessage>> {
    await this.get(userId, id);
    return this.#options.store.listMessages(id, page);
  }

  /** Changes title and context. The next response uses the new context. */
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
      throw new ServiceError(
        'VersionConflict',
        'The session was changed after you read it. Read it again.',
        facts,
      );
    }
    audit.record({ event: 'session.changed', userId, sessionId: id });
    return changed;
  }

  /** Deletes the session with all messages, after the responses in progress have ended. */
  async remove(removal: Removal): Promise<void> {
    const { store, queue, audit } = this.#options;
    const { userId, id } = removal;
    const state = await queue.run(queueKeyOf(userId, id), () => store.removeSession(removal));
    requireRemoved(state, 'session');
    audit.record({ event: 'session.deleted', userId, sessionId: id });
  }

  /** Rates a response, or removes the rating. */
  async rate(
    { userId, id, messageId }: { userId: string; id: string; messageId: string },
    feedback: Omit<MessageFeedback, 'createdAt'> | undefined,
  ): Promise<ConversationMessage> {
    const { store, audit, metrics, clock } = this.#options;
    await this.get(userId, id);
    const message = await store.getMessage(id, messageId);
    if (message === undefined) throw new ServiceError('NotFound', 'There is no such message.');
    if (message.role !== 'assistant') {
      throw new ServiceError('NotAnAnswer', 'Only responses of the assistant can be rated.');
    }
    const given = feedback && { ...feedback, createdAt: clock() };
    await store.setFeedback(messageId, given);
    const rating = feedback?.rating ?? 'none';
    audit.record({ event: 'feedback.given', userId, sessionId: id, messageId, rating });
    metrics.count('chat_feedback_total', { rating });
    return { ...message, feedback: given };
  }
}
