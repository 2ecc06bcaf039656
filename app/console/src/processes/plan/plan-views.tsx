import { useMemo, type ReactNode } from 'react';
import { Tabs } from '../../ui/controls/tabs.tsx';
import type { PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { describeStep, type StepDateContext } from './describe-step.ts';
import { PLAN_VIEWS, type PlanView } from './plan-view.ts';
import type { PlannedStep } from './planned-step.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import type { GraphNode } from '../../ui/graph/graph-view.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { formatDay } from '../format-day.ts';
import { revealHidden } from '../../i18n/reveal-hidden.ts';
import type { GanttRow } from '../../ui/gantt/gantt-row.ts';
import { middleOf } from './find-days-off.ts';

/** Displays steps as a table, a graph or a Gantt chart. */
export function PlanViews(props: {
  readonly view: PlanView;
  readonly onView: (view: PlanView) => void;
  readonly table: ReactNode;
  /** Replaces the charts while the steps cannot be scheduled. */
  readonly problem?: ReactNode;
  readonly steps: readonly PlannedStep[];
  readonly today: PlainDate;
  readonly telling: StepDateContext;
}): ReactNode {
  const { steps, telling, today, table, problem } = props;
  const contents: Readonly<Record<PlanView, ReactNode>> = {
    table,
    graph: problem ?? <StepGraph steps={steps} telling={telling} />,
    gantt: problem ?? <StepGantt steps={steps} today={today} telling={telling} />,
  };
  return (
    <Tabs
      label={telling.t('view.label')}
      value={props.view}
      onChange={(value) => props.onView(PLAN_VIEWS.find((view) => view === value) ?? 'table')}
      tabs={PLAN_VIEWS.map((view) => ({
        value: view,
        label: telling.t(`view.${view}`),
        content: contents[view],
      }))}
    />
  );
}

const DayGantt = lazyPart(() => import('./day-gantt.tsx').then((file) => file.DayGantt), {
  waiting: <Skeleton rows={5} />,
});
// The graph library is larger than the rest of the screen, so it is loaded when the graph is opened.
const GraphView = lazyPart(() => import('../../ui/graph/graph-view.tsx').then((file) => file.GraphView), {
  waiting: <Skeleton rows={5} />,
});

/** The steps and their dependencies. */
function StepGraph(props: {
  readonly steps: readonly PlannedStep[];
  readonly telling: StepDateContext;
}): ReactNode {
  const { steps, telling } = props;
  const nodes = useMemo(() => steps.map((step) => toNode(step, telling)), [steps, telling]);
  const edges = useMemo(() => {
    const critical = new Set(steps.flatMap(({ seq, isCritical }) => (isCritical ? [seq] : [])));
    return steps.flatMap(({ seq, follows }) =>
      follows.map((before) => ({
        from: String(before),
        to: String(seq),
        isStrong: critical.has(before) && critical.has(seq),
      })),
    );
  }, [steps]);
  return <GraphView label={telling.t('graph.label')} nodes={nodes} edges={edges} />;
}

function toNode(step: PlannedStep, { t, language }: StepDateContext): GraphNode {
  const { seq, name, due, isCritical, warnings, status, change } = step;
  const tags = [
    ...(change === undefined ? [] : [t(`diff.${change}`)]),
    ...(status === 'todo' ? [] : [t(`step.status.${status}`)]),
    ...(isCritical ? [t('step.critical')] : []),
  ];
  const calm = isCritical ? 'accent' : 'plain';
  return {
    id: String(seq),
    title: `${seq}. ${revealHidden(name)}`,
    note: formatDay(due, language),
    tags,
    tone: warnings.length > 0 ? 'warning' : status === 'done' ? 'good' : calm,
  };
}

/** The steps over time on a calendar with days off: each a milestone with the time that leads to it. */
function StepGantt(props: {
  readonly steps: readonly PlannedStep[];
  readonly today: PlainDate;
  readonly telling: StepDateContext;
}): ReactNode {
  const { steps, today, telling } = props;
  const { t, goal, holidays } = telling;
  const rows = useMemo(() => steps.map((step) => toRow(step, steps, telling)), [steps, telling]);
  return (
    <DayGantt
      label={t('gantt.label')}
      rows={rows}
      days={[goal, ...steps.map(({ due }) => due)]}
      today={today}
      holidays={holidays}
      markers={[{ at: middleOf(goal), label: t('gantt.goal'), tone: 'accent' }]}
      legend={[
        ['bg-info', t('gantt.legend.critical')],
        ['bg-good', t('step.status.done')],
        ['bg-warn', t('gantt.legend.check')],
        ['bg-bad', t('gantt.legend.late')],
      ]}
    />
  );
}

/** A step has a due date and no length, so its line begins where its last predecessor is due. */
function toRow(step: PlannedStep, steps: readonly PlannedStep[], telling: StepDateContext): GanttRow {
  const { seq, name, due, follows, warnings, isCritical, status } = step;
  const needed = steps.filter((other) => follows.includes(other.seq)).map((other) => other.due);
  const begin = Math.min(due, Math.max(...needed, -Infinity));
  const calm = isCritical ? 'info' : 'neutral';
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
