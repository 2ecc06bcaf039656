import type { HolidayCalendar } from '../../../../server/src/processes/schedule/business-calendar.ts';
import { findStepProblem, type StepProblem } from '../../../../server/src/processes/templates/check-steps.ts';
import { makeSchedule, type Schedule } from '../../../../server/src/processes/schedule/make-schedule.ts';
import type { PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import type { ProcessDraft } from '../process-draft.ts';

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
