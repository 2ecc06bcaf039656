import type { HolidayCalendar } from '../schedule/business-calendar.ts';
import { makeSchedule, type Schedule, type StepToSchedule } from '../schedule/make-schedule.ts';
import type { PlainDate } from '../schedule/plain-date.ts';
import type { ProcessTemplate, StepTemplate } from '../templates/process-template.ts';
import type { ProcessCase, StepInstance } from './process-case.ts';

/** The dates that a plan depends on. */
export type PlanDays = { goalDate: PlainDate; today: PlainDate; holidays: HolidayCalendar };

/** A step whose date would change. */
export type StepMove = { stepId: string; from: PlainDate; to: PlainDate };

/** A schedule and its steps. */
export type Plan = { steps: StepInstance[]; schedule: Schedule };

/** Creates the steps of a new case with new ids, to do and unlocked. */
export function planCase(template: ProcessTemplate, days: PlanDays, makeId: () => string): Plan {
  const schedule = scheduleSteps(template.steps, () => undefined, days);
  const ids = new Map(template.steps.map(({ id }) => [id, makeId()]));
  const steps = template.steps.map((step) => ({
    ...step,
    id: ids.get(step.id) ?? step.id,
    dependsOn: step.dependsOn.flatMap((id) => ids.get(id) ?? []),
    dueDate: schedule.due.get(step.seq) ?? days.goalDate,
    status: 'todo' as const,
    isLocked: false,
    assignee: undefined,
  }));
  return { steps, schedule };
}

/** Replans a case for another goal date. Locked and completed steps keep their dates. */
export function replanCase(current: ProcessCase, days: PlanDays): Plan & { moves: StepMove[] } {
  const schedule = scheduleCase(current, days, ({ isLocked, status }) => isLocked || status === 'done');
  const steps = current.steps.map((step) => ({
    ...step,
    dueDate: schedule.due.get(step.seq) ?? step.dueDate,
  }));
  const moves = current.steps.flatMap(({ id, dueDate }, index) => {
    const to = steps[index]?.dueDate ?? dueDate;
    return to === dueDate ? [] : [{ stepId: id, from: dueDate, to }];
  });
  return { steps, schedule, moves };
}

/** Returns warnings and critical path for the current dates of a case. */
export function reviewCase(current: ProcessCase, days: Omit<PlanDays, 'goalDate'>): Schedule {
  return scheduleCase(current, { ...days, goalDate: current.goalDate }, () => true);
}

function scheduleCase(
  { steps }: ProcessCase,
  days: PlanDays,
  isFixed: (step: StepInstance) => boolean,
): Schedule {
  const bySeq = new Map(steps.map((step) => [step.seq, step]));
  const keep = ({ seq }: StepTemplate) => {
    const step = bySeq.get(seq);
    return step && { fixed: isFixed(step) ? step.dueDate : undefined, isDone: step.status === 'done' };
  };
  return scheduleSteps(steps, keep, days);
}

function scheduleSteps(
  steps: readonly StepTemplate[],
  keep: (step: StepTemplate) => Pick<StepToSchedule, 'fixed' | 'isDone'> | undefined,
  { goalDate, today, holidays }: PlanDays,
): Schedule {
  const seqs = new Map(steps.map(({ id, seq }) => [id, seq]));
  const toSchedule = steps.map((step) => ({
    seq: step.seq,
    basis: step.basis,
    offsetDays: step.offsetDays,
    dependsOn: step.dependsOn.flatMap((id) => seqs.get(id) ?? []),
    ...keep(step),
  }));
  return makeSchedule(toSchedule, { goal: goalDate, today, holidays });
}
