import type { StepBasis } from '../templates/process-step.ts';
import { addBusinessDays, isBusinessDay, type HolidayCalendar } from './business-calendar.ts';
import type { PlainDate } from './plain-date.ts';

/** A step that needs a due date. `fixed` is the date of a step that is locked or done. */
export type StepToSchedule = {
  seq: number;
  basis: StepBasis;
  offsetDays: number;
  dependsOn: readonly number[];
  fixed?: PlainDate | undefined;
  isDone?: boolean | undefined;
};

type ScheduleWarning = {
  seq: number;
  class: 'DueInThePast' | 'DueAfterGoal' | 'DueBeforeDependency' | 'DueOnDayOff' | 'HolidaysUnknown';
};

/** Due dates by step number, warnings in the order of the steps, and the chain that determines the last date. */
export type Schedule = {
  due: ReadonlyMap<number, PlainDate>;
  warnings: ScheduleWarning[];
  criticalPath: number[];
};

/** The dates that a schedule depends on. */
export type ScheduleDays = { goal: PlainDate; today: PlainDate; holidays: HolidayCalendar };

/** Computes the due date of every step. The steps must have passed `findStepProblem`. */
export function makeSchedule(unordered: readonly StepToSchedule[], days: ScheduleDays): Schedule {
  // Dependencies point to lower numbers only, so in this order each step follows its dependencies.
  const steps = unordered.toSorted((a, b) => a.seq - b.seq);
  const due = new Map<number, PlainDate>();
  for (const step of steps) due.set(step.seq, step.fixed ?? countDueDate(step, due, days));
  return {
    due,
    warnings: steps.flatMap((step) => findWarnings(step, due, days)),
    criticalPath: findCriticalPath(steps, due),
  };
}

function countDueDate(
  step: StepToSchedule,
  due: ReadonlyMap<number, PlainDate>,
  { goal, holidays }: ScheduleDays,
): PlainDate {
  // A goal on a day off must be met before it; work that follows another step can only begin after it.
  if (step.basis === 'goal') return addBusinessDays(goal, step.offsetDays, { holidays, dayOff: 'earlier' });
  const base = Math.max(...predecessorsOf(step).map((seq) => due.get(seq) ?? goal));
  return addBusinessDays(base, step.offsetDays, { holidays, dayOff: 'later' });
}

/**
 * Returns the predecessors of a step: its dependencies, or the step before it when it has none and is counted from
 * that step.
 */
function predecessorsOf({ seq, basis, dependsOn }: StepToSchedule): readonly number[] {
  if (dependsOn.length > 0) return dependsOn;
  return basis === 'prev' ? [seq - 1] : [];
}

function findWarnings(
  step: StepToSchedule,
  due: ReadonlyMap<number, PlainDate>,
  { goal, today, holidays }: ScheduleDays,
): ScheduleWarning[] {
  const { seq, isDone = false } = step;
  const date = due.get(seq) ?? goal;
  const isTooEarly = step.dependsOn.some((other) => (due.get(other) ?? date) > date);
  const found: [ScheduleWarning['class'], boolean][] = [
    ['DueInThePast', !isDone && date < today],
    ['DueAfterGoal', date > goal],
    ['DueBeforeDependency', isTooEarly],
    ['DueOnDayOff', !isDone && !isBusinessDay(date, holidays)],
    ['HolidaysUnknown', date > holidays.lastKnown],
  ];
  return found.flatMap(([name, isSo]) => (isSo ? [{ seq, class: name }] : []));
}

/** Follows the latest predecessor back from the step that is due last. Of equal dates, the higher number is used. */
function findCriticalPath(steps: readonly StepToSchedule[], due: ReadonlyMap<number, PlainDate>): number[] {
  const bySeq = new Map(steps.map((step) => [step.seq, step]));
  const path: number[] = [];
  let seq = findLatest([...bySeq.keys()], due);
  while (seq !== undefined) {
    path.unshift(seq);
    const step = bySeq.get(seq);
    seq = step && findLatest(predecessorsOf(step), due);
  }
  return path;
}

function findLatest(seqs: readonly number[], due: ReadonlyMap<number, PlainDate>): number | undefined {
  return seqs.toSorted((a, b) => (due.get(b) ?? 0) - (due.get(a) ?? 0) || b - a)[0];
}
