import type { Page } from '../application/chat-store.ts';
import type { ReplannedCase, ReviewedCase } from '../application/case-service.ts';
import type { InterviewSession } from '../domain/conversation.ts';
import { formatPlainDate } from '../domain/plain-date.ts';
import type { ProcessTemplate } from '../domain/process-template.ts';

/** A session without its owner. */
export function viewSession({ id, context, createdAt }: InterviewSession) {
  return { id, context, createdAt: new Date(createdAt).toISOString() };
}

/** A template without its owner. */
export function viewTemplate({ id, name, steps, createdAt }: ProcessTemplate) {
  return { id, name, stepTemplates: steps, createdAt: new Date(createdAt).toISOString() };
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
    createdAt: new Date(createdAt).toISOString(),
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
