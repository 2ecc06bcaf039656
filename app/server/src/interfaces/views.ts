import type { Page } from '../application/chat-store.ts';
import type { ReplannedCase, ReviewedCase } from '../application/case-service.ts';
import type { ConversationMessage, InterviewSession } from '../domain/conversation.ts';
import { formatPlainDate } from '../domain/plain-date.ts';
import type { ProcessTemplate } from '../domain/process-template.ts';

/** A session without its owner. */
export function viewSession({ id, title, context, version, createdAt }: InterviewSession) {
  return { id, title: title ?? null, context, version, createdAt: writeTime(createdAt) };
}

/** A message as it was said, with what the user thinks of it. */
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

/** A template without its owner. */
export function viewTemplate({ id, name, steps, version, createdAt }: ProcessTemplate) {
  return { id, name, stepTemplates: steps, version, createdAt: writeTime(createdAt) };
}

/** A case with dates as text. */
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

/** Every time of the API: RFC 3339 in UTC, to the millisecond. */
function writeTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** A replanned case and its moves. */
export function viewReplan(replanned: ReplannedCase) {
  const moves = replanned.moves.map(({ stepId, from, to }) => ({
    stepId,
    from: formatPlainDate(from),
    to: formatPlainDate(to),
  }));
  return { case: viewCase(replanned), moves };
}

/** A page whose items are shown one by one. */
export function viewPage<T, V>({ items, cursor }: Page<T>, view: (item: T) => V) {
  return { items: items.map(view), cursor: cursor ?? null };
}
