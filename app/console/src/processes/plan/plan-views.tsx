import type { ReactNode } from 'react';
import { Tabs } from '../../ui/controls/tabs.tsx';
import type { PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import type { StepDateContext } from './describe-step.ts';
import { PLAN_VIEWS, type PlanView } from './plan-view.ts';
import type { PlannedStep } from './planned-step.ts';
import { StepGantt } from './step-gantt.tsx';
import { StepGraph } from './step-graph.tsx';

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
