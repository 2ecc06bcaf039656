import { useMemo, type ReactNode } from 'react';
import type { PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { GanttChart } from '../../ui/gantt/gantt-chart.tsx';
import type { GanttRow } from '../../ui/gantt/gantt-row.ts';
import { describeStep, type StepDateContext } from './describe-step.ts';
import { findDaysOff } from './find-days-off.ts';
import type { PlannedStep } from './planned-step.ts';

const DAY_MS = 86_400_000;
const DAYS_AROUND = 3;

/** The steps over time on a calendar with days off: each a milestone with the time that leads to it. */
export function StepGantt(props: {
  readonly steps: readonly PlannedStep[];
  readonly today: PlainDate;
  readonly telling: StepDateContext;
}): ReactNode {
  const { steps, today, telling } = props;
  const { t, goal, holidays } = telling;
  const rows = useMemo(() => steps.map((step) => toRow(step, steps, telling)), [steps, telling]);
  const days = [goal, ...steps.map(({ due }) => due)];
  const first = Math.min(...days) - DAYS_AROUND;
  const last = Math.max(...days) + DAYS_AROUND;
  const isTodayNear = today >= first - 30 && today <= last;
  const from = isTodayNear ? Math.min(first, today - 1) : first;
  const shades = useMemo(() => findDaysOff(from, last, holidays), [from, last, holidays]);
  const span = useMemo(() => ({ from: from * DAY_MS, to: (last + 1) * DAY_MS }), [from, last]);
  const markers = [
    { at: middleOf(goal), label: t('gantt.goal'), tone: 'accent' as const },
    ...(isTodayNear ? [{ at: middleOf(today), label: t('gantt.today'), tone: 'neutral' as const }] : []),
  ];
  return (
    <div>
      <GanttChart
        label={t('gantt.label')}
        unit="day"
        rows={rows}
        span={span}
        shades={shades}
        markers={markers}
      />
      <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
        <Legend className="bg-sunken" label={t('gantt.legend.weekend')} />
        <Legend className="bg-bad-tint" label={t('gantt.legend.holiday')} />
        <Legend className="bg-accent" label={t('gantt.legend.critical')} />
        <Legend className="bg-bad" label={t('gantt.legend.late')} />
      </ul>
    </div>
  );
}

function Legend(props: { readonly className: string; readonly label: string }): ReactNode {
  return (
    <li className="flex items-center gap-1.5">
      <span className={`size-3 rounded-sm border border-line ${props.className}`} />
      {props.label}
    </li>
  );
}

/** A step has a due date and no length, so its line begins where its last predecessor is due. */
function toRow(step: PlannedStep, steps: readonly PlannedStep[], telling: StepDateContext): GanttRow {
  const { seq, name, due, follows, warnings, isCritical, status } = step;
  const needed = steps.filter((other) => follows.includes(other.seq)).map((other) => other.due);
  const begin = Math.min(due, Math.max(...needed, -Infinity));
  const calm = isCritical ? 'accent' : 'neutral';
  return {
    id: String(seq),
    label: `${seq}. ${name}`,
    from: middleOf(Number.isFinite(begin) ? begin : due),
    to: middleOf(due),
    look: 'milestone',
    tone: warnings.length > 0 ? 'warning' : status === 'done' ? 'good' : calm,
    after: follows.map(String),
    summary: describeStep(step, telling),
  };
}

const middleOf = (date: PlainDate) => (date + 0.5) * DAY_MS;
