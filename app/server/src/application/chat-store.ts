import type { ConversationMessage, InterviewSession } from '../domain/conversation.ts';
import type { RecentMessages } from './history-assembler.ts';

/** How long a repeated request gets the stored answer. */
export const KEEP_REPLIES_MS = 24 * 3_600_000;

/** A page of a list; `cursor` is there when more follows. */
export type Page<T> = { items: T[]; cursor: string | undefined };

/** Where to go on reading and how much. */
export type PageRequest = { limit: number; cursor?: string | undefined };

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
  listSessions: (userId: string, page: PageRequest) => Promise<Page<InterviewSession>>;
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
