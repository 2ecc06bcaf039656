import { useMemo, type ReactNode } from 'react';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import type { GraphNode } from '../../ui/graph/graph-view.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import type { StepDateContext } from './describe-step.ts';
import { formatDay } from '../format-day.ts';
import type { PlannedStep } from './planned-step.ts';
import { revealHidden } from '../../i18n/reveal-hidden.ts';

// The graph library is larger than the rest of the screen, so it is loaded when the graph is opened.
const GraphView = lazyPart(() => import('../../ui/graph/graph-view.tsx').then((file) => file.GraphView), {
  waiting: <Skeleton rows={5} />,
});

/** The steps and their dependencies. */
export function StepGraph(props: {
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
