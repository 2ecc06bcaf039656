import { writeTime } from '../http/view-page.ts';
import type { ConversationMessage, InterviewSession } from './conversation/conversation.ts';

/** Converts a session for the API, without its owner. */
export function viewSession({ id, title, context, version, createdAt }: InterviewSession) {
  return { id, title: title ?? null, context, version, createdAt: writeTime(createdAt) };
}

/** Converts a message for the API, with its feedback. */
export function viewMessage(message: ConversationMessage) {
  const { id, sessionId, role, content, warnings, feedback, createdAt } = message;
  return {
    id,
    sessionId,
    role,
    content,
    warnings: [...warnings],
    feedback: feedback
      ? { ...feedback, comment: feedback.comment ?? null, createdAt: writeTime(feedback.createdAt) }
      : null,
    createdAt: writeTime(createdAt),
  };
}
