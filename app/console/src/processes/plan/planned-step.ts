import type { PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import type { Schedule } from '../../../../server/src/processes/schedule/make-schedule.ts';
import type { StepStatus } from '../../../../server/src/processes/cases/process-case.ts';
import type { StepBasis } from '../../../../server/src/processes/templates/process-step.ts';
import type { StepDifference } from '../draft/compare-drafts.ts';

/** The warnings about the date of a step. */
export const WARNING_CLASSES = [
  'DueInThePast',
  'DueAfterGoal',
  'DueBeforeDependency',
  'DueOnDayOff',
  'HolidaysUnknown',
] as const satisfies readonly Schedule['warnings'][number]['class'][];

/** One of the warnings. */
type WarningClass = (typeof WARNING_CLASSES)[number];

/** A scheduled step of a draft or of a case, as all views display it. */
export type PlannedStep = {
  seq: number;
  name: string;
  due: PlainDate;
  /** The predecessors: its dependencies, or the previous step when it is counted from that. */
  follows: readonly number[];
  warnings: readonly WarningClass[];
  isCritical: boolean;
  status: StepStatus;
  change: StepDifference['kind'] | undefined;
};

/** The input of a plan, for drafts and cases. */
type StepToPlan = {
  seq: number;
  name: string;
  basis: StepBasis;
  dependsOn: readonly number[];
  status?: StepStatus | undefined;
};

/** Joins steps with their dates, warnings and differences. */
export function planSteps(
  steps: readonly StepToPlan[],
  { due, warnings, criticalPath }: Schedule,
  differences: readonly StepDifference[] = [],
): PlannedStep[] {
  const critical = new Set(criticalPath);
  const changes = new Map(differences.flatMap((difference) => changedSeq(difference)));
  return steps.map(({ seq, name, basis, dependsOn, status = 'todo' }) => ({
    seq,
    name,
    due: due.get(seq) ?? 0,
    follows: dependsOn.length === 0 && basis === 'prev' ? [seq - 1] : dependsOn,
    warnings: warnings.flatMap((warning) => (warning.seq === seq ? [warning.class] : [])),
    isCritical: critical.has(seq),
    status,
    change: changes.get(seq),
  }));
}

function changedSeq(difference: StepDifference): [number, StepDifference['kind']][] {
  switch (difference.kind) {
    case 'added':
      return [[difference.step.seq, 'added']];
    case 'changed':
      return [[difference.after.seq, 'changed']];
    case 'removed':
      return [];
  }
}
