import { writeTime } from '../http/view-page.ts';
import type { ReplannedCase, ReviewedCase } from './cases/case-service.ts';
import { formatPlainDate } from './schedule/plain-date.ts';
import type { ProcessTemplate } from './templates/process-template.ts';

/** Converts a template for the API, without its owner. */
export function viewTemplate({ id, name, steps, version, createdAt }: ProcessTemplate) {
  return { id, name, stepTemplates: steps, version, createdAt: writeTime(createdAt) };
}

/** Converts a case for the API, with dates as text. */
export function viewCase({ current, schedule }: ReviewedCase) {
  const { id, userId: owner, templateId, name, goalDate, version, createdAt, steps } = current;
  return {
    id,
    owner,
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

/** Converts a replanned case and its moves for the API. */
export function viewReplan(replanned: ReplannedCase) {
  const moves = replanned.moves.map(({ stepId, from, to }) => ({
    stepId,
    from: formatPlainDate(from),
    to: formatPlainDate(to),
  }));
  return { case: viewCase(replanned), moves };
}
