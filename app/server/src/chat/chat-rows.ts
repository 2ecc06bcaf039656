import { z } from 'zod';
import { answerWarnings } from './conversation/ai-conversation-error-code.ts';
import {
  type ConversationMessage,
  feedbackRatings,
  type InterviewSession,
  type MessageFeedback,
} from './conversation/conversation.ts';

const warningsSchema = z.array(z.enum(answerWarnings));
const feedbackSchema = z.object({
  rating: z.enum(feedbackRatings),
  comment: z.string().nullable(),
  rated_at: z.coerce.number(),
});

/** Reads the warnings of a message, which are stored as JSON text. */
export function readWarnings(json: unknown): ConversationMessage['warnings'] {
  // Most messages have none, and every prompt reads many messages.
  return json === '[]' ? [] : warningsSchema.parse(JSON.parse(String(json)));
}

/** Reads the columns that a join with `feedback` adds to a message. */
export function readFeedback(row: Readonly<Record<string, unknown>>): MessageFeedback | undefined {
  if (row['rating'] === null) return undefined;
  const { rating, comment, rated_at: createdAt } = feedbackSchema.parse(row);
  return { rating, comment: comment ?? undefined, createdAt };
}

const contextSchema = z.object({
  industry: z.string().optional(),
  processType: z.string().optional(),
  goal: z.string().optional(),
  region: z.string().optional(),
  compliance: z.string().optional(),
  additionalContext: z.string().optional(),
});

/** Reads a row of `sessions`, whose context is stored as JSON text. */
export function readSession(row: {
  id: string;
  user_id: string;
  title: string | null;
  context: string;
  version: number;
  created_at: number;
}): InterviewSession {
  const { id, user_id: userId, title, version, created_at: createdAt } = row;
  const context = contextSchema.parse(JSON.parse(row.context));
  return { id, userId, title: title ?? undefined, context, version, createdAt };
}

/** Returns a text that every stored reply of a session contains. Replies are JSON with generated ids. */
export const replyMarker = (sessionId: string): string => `"sessionId":${JSON.stringify(sessionId)}`;
