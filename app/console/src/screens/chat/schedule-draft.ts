import type { HolidayCalendar } from '../../../../server/src/domain/business-calendar.ts';
import { findStepProblem, type StepProblem } from '../../../../server/src/domain/check-steps.ts';
import { makeSchedule, type Schedule } from '../../../../server/src/domain/make-schedule.ts';
import type { PlainDate } from '../../../../server/src/domain/plain-date.ts';
import type { ProcessDraft } from './process-draft.ts';

/** A draft with dates, or the reason why it has none. */
export type DraftSchedule = { schedule: Schedule } | { problem: StepProblem };

/** Schedules a draft exactly as the server schedules the case that is created from it. */
export function scheduleDraft(
  { steps }: ProcessDraft,
  days: { goal: PlainDate; today: PlainDate; holidays: HolidayCalendar },
): DraftSchedule {
  const problem = findStepProblem(
    steps.map(({ dependsOn, ...step }) => ({ ...step, dependsOn: [...dependsOn] })),
  );
  return problem === undefined ? { schedule: makeSchedule(steps, days) } : { problem };
}
