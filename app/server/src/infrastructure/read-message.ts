import { z } from 'zod';
import { answerWarnings } from '../domain/ai-conversation-error-code.ts';
import { feedbackRatings, type ConversationMessage, type MessageFeedback } from '../domain/conversation.ts';

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
