import type { ConversationMessage, InterviewSession, MessageFeedback } from '../domain/conversation.ts';
import type { RecentMessages } from './history-assembler.ts';

/** How long a repeated request gets the stored answer. */
export const REPLY_RETENTION_MS = 24 * 3_600_000;

/** A page of a list; `cursor` is there when more follows. */
export type Page<T> = { items: T[]; cursor: string | undefined };

/** Where to go on reading and how much. */
export type PageRequest = { limit: number; cursor?: string | undefined };

/** A page of what a search finds; without a text it is a page of everything. */
export type SearchRequest = PageRequest & { text?: string | undefined };

/** What shall be removed; with a version, only if it is still that one. */
export type Removal = { userId: string; id: string; version?: number | undefined };

/** How a removal ended. */
export type RemovalState = 'removed' | 'missing' | 'changed';

/** One question with its answer, and the reply that a repeated request gets. */
export type Exchange = {
  messages: ConversationMessage[];
  request: { userId: string; key: string; digest: string; reply: string | undefined } | undefined;
};

/** A claim on an idempotency key: it is free now, someone works on it, it is answered, or it was used differently. */
export type RequestClaim =
  | { state: 'claimed' }
  | { state: 'running'; retryAfterMs: number }
  | { state: 'answered'; reply: string }
  | { state: 'different' };

/** Keeps sessions and what was said in them; a promise that resolved means that it is on the disk. */
export type ChatStore = RecentMessages & {
  addSession: (session: InterviewSession) => Promise<void>;
  /** Nobody reads the session of another: the user is part of the question. */
  getSession: (userId: string, sessionId: string) => Promise<InterviewSession | undefined>;
  /** A search looks at titles and at the prose of messages, in any case and width of letters. */
  listSessions: (userId: string, search: SearchRequest) => Promise<Page<InterviewSession>>;
  /** Stores title, context and version if the version is still the given one. */
  replaceSession: (changed: InterviewSession, expectedVersion: number) => Promise<boolean>;
  /** Removes the session with its messages, their feedback and the replies that are kept for repeated requests. */
  removeSession: (removal: Removal) => Promise<RemovalState>;
  getMessage: (sessionId: string, messageId: string) => Promise<ConversationMessage | undefined>;
  /** Replaces the feedback on a message; undefined takes it back. */
  setFeedback: (messageId: string, feedback: MessageFeedback | undefined) => Promise<void>;
  listMessages: (sessionId: string, page: PageRequest) => Promise<Page<ConversationMessage>>;
  /** Stores messages and reply in one transaction; an earlier fallback for the same request is replaced. */
  addExchange: (exchange: Exchange) => Promise<void>;
  claimRequest: (claim: {
    userId: string;
    key: string;
    digest: string;
    leaseMs: number;
  }) => Promise<RequestClaim>;
  /** Gives up a claim without an answer, so that the next attempt may ask. */
  releaseRequest: (userId: string, key: string) => Promise<void>;
};
