import type { Page, PageRequest, Removal, RemovalState, SearchRequest } from '../storage/page.ts';
import type { ConversationMessage, InterviewSession, MessageFeedback } from './conversation/conversation.ts';

/** How long a repeated request gets the stored reply. */
export const REPLY_RETENTION_MS = 24 * 3_600_000;

/** Reads the last messages, oldest first. */
export type RecentMessages = {
  recentMessages: (sessionId: string, count: number) => Promise<ConversationMessage[]>;
};

/** A user message with its response, and the reply that a repeated request gets. */
export type Exchange = {
  messages: ConversationMessage[];
  request: { userId: string; key: string; digest: string; reply: string | undefined } | undefined;
};

/** The state of an idempotency key: free, in progress, answered, or used for a different request. */
export type RequestClaim =
  | { state: 'claimed' }
  | { state: 'running'; retryAfterMs: number }
  | { state: 'answered'; reply: string }
  | { state: 'different' };

/** Stores sessions and their messages. A resolved promise means that the data is durable. */
export type ChatStore = RecentMessages & {
  addSession: (session: InterviewSession) => Promise<void>;
  /** Filters by user, so that no user can read the session of another. */
  getSession: (userId: string, sessionId: string) => Promise<InterviewSession | undefined>;
  /** Searches titles and the prose of messages, ignoring case and character width. */
  listSessions: (userId: string, search: SearchRequest) => Promise<Page<InterviewSession>>;
  /** Stores title, context and version if the stored version equals `expectedVersion`. */
  replaceSession: (changed: InterviewSession, expectedVersion: number) => Promise<boolean>;
  /** Deletes the session with its messages, their feedback and the replies that are stored for repeated requests. */
  removeSession: (removal: Removal) => Promise<RemovalState>;
  getMessage: (sessionId: string, messageId: string) => Promise<ConversationMessage | undefined>;
  /** Replaces the feedback on a message. Undefined deletes it. */
  setFeedback: (messageId: string, feedback: MessageFeedback | undefined) => Promise<void>;
  listMessages: (sessionId: string, page: PageRequest) => Promise<Page<ConversationMessage>>;
  /** Stores messages and reply in one transaction, and replaces an earlier fallback for the same request. */
  addExchange: (exchange: Exchange) => Promise<void>;
  claimRequest: (claim: {
    userId: string;
    key: string;
    digest: string;
    leaseMs: number;
  }) => Promise<RequestClaim>;
  /** Releases a claim without a reply, so that the next attempt can call the model. */
  releaseRequest: (userId: string, key: string) => Promise<void>;
};

/** The changes of several rows, which differ between databases. */
export type ChatChanges = Pick<ChatStore, 'removeSession' | 'addExchange' | 'claimRequest'>;

/** Returns a text that every stored reply of a session contains. Replies are JSON with generated ids. */
export const replyMarker = (sessionId: string): string => `"sessionId":${JSON.stringify(sessionId)}`;

/** Returns the state of an idempotency key that another request holds. */
export function heldClaim(
  held: { digest: string | null; reply: string | null; expires_at: number },
  digest: string,
  now: number,
): RequestClaim {
  if (held.digest !== digest) return { state: 'different' };
  if (held.reply !== null) return { state: 'answered', reply: held.reply };
  return { state: 'running', retryAfterMs: Math.max(0, Math.min(2000, held.expires_at - now)) };
}
