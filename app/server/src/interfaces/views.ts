import type { Page } from '../application/chat-store.ts';
import type { ReplannedCase, ReviewedCase } from '../application/case-service.ts';
import type { ConversationMessage, InterviewSession } from '../domain/conversation.ts';
import { formatPlainDate } from '../domain/plain-date.ts';
import type { ProcessTemplate } from '../domain/process-template.ts';

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

/** Converts a template for the API, without its owner. */
export function viewTemplate({ id, name, steps, version, createdAt }: ProcessTemplate) {
  return { id, name, stepTemplates: steps, version, createdAt: writeTime(createdAt) };
}

/** Converts a case for the API, with dates as text. */
export function viewCase({ current, schedule }: ReviewedCase) {
  const { id, templateId, name, goalDate, version, createdAt, steps } = current;
  return {
    id,
    templateId,
    name,
    goalDate: formatPlainDate(goalDate),
    version,
    createdAt: writeTime(createdAt),
    steps: steps.map(({ dueDate, isLocked, assignee, ...step }) => ({
      ...step,
      dueDate: formatPlainDate(dueDate),
      locked: isLocked,
      assignee: assignee ?? null,
    })),
    warnings: schedule.warnings,
    criticalPath: schedule.criticalPath,
  };
}

/** All times of the API are RFC 3339 in UTC with milliseconds. */
function writeTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Converts a replanned case and its moves for the API. */
export function viewReplan(replanned: ReplannedCase) {
  const moves = replanned.moves.map(({ stepId, from, to }) => ({
    stepId,
    from: formatPlainDate(from),
    to: formatPlainDate(to),
  }));
  return { case: viewCase(replanned), moves };
}

/** Converts a page with a function for its items. */
export function viewPage<T, V>({ items, cursor }: Page<T>, view: (item: T) => V) {
  return { items: items.map(view), cursor: cursor ?? null };
}
