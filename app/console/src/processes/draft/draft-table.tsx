import type { ReactNode } from 'react';
import { Badge } from '../../ui/display/badge.tsx';
import { Table, type Column } from '../../ui/display/table.tsx';
import type { StepDateContext } from '../plan/describe-step.ts';
import { formatDay } from '../format-day.ts';
import { Artifacts } from '../plan/artifacts.tsx';
import type { PlannedStep } from '../plan/planned-step.ts';
import type { DraftStep } from '../process-draft.ts';
import type { ChatTranslate } from '../use-chat-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** A read-only table of the steps of a draft. Dates are displayed when the draft can be scheduled. */
export function DraftTable(props: {
  readonly steps: readonly DraftStep[];
  readonly planned: readonly PlannedStep[];
  readonly telling: StepDateContext;
}): ReactNode {
  const { t, language } = props.telling;
  const plans = new Map(props.planned.map((plan) => [plan.seq, plan]));
  const columns: Column<DraftStep>[] = [
    { key: 'seq', heading: t('step.seq'), numeric: true, cell: ({ seq }) => seq },
    {
      key: 'name',
      heading: t('step.name'),
      cell: (step) => <NameCell step={step} plan={plans.get(step.seq)} t={t} />,
    },
    {
      key: 'due',
      heading: t('step.due'),
      cell: (step) => {
        const plan = plans.get(step.seq);
        return (
          <span className="numeric">
            {plan === undefined ? '—' : formatDay(plan.due, language)}
            <span className="block text-small text-soft">{describeRule(step, t)}</span>
          </span>
        );
      },
    },
    {
      key: 'dependsOn',
      heading: t('step.dependsOn'),
      cell: ({ dependsOn }) => (
        <span className="numeric whitespace-nowrap">{dependsOn.join(', ') || t('step.noDependency')}</span>
      ),
    },
  ];
  return (
    <Table
      stacks
      caption={t('step.table')}
      columns={columns}
      rows={props.steps}
      keyOf={({ seq }) => String(seq)}
    />
  );
}

function NameCell(props: {
  readonly step: DraftStep;
  readonly plan: PlannedStep | undefined;
  readonly t: ChatTranslate;
}): ReactNode {
  const { step, plan, t } = props;
  return (
    <div className="min-w-40">
      <span className="font-semibold">
        <RevealedText text={step.name} />
      </span>{' '}
      {plan?.change === 'added' && <Badge tone="good">{t('diff.added')}</Badge>}
      {plan?.change === 'changed' && <Badge tone="info">{t('diff.changed')}</Badge>}
      {plan?.isCritical === true && <Badge title={t('step.critical.hint')}>{t('step.critical')}</Badge>}
      <Artifacts artifacts={step.requiredArtifacts} t={t} />
    </div>
  );
}

function describeRule({ basis, offsetDays }: DraftStep, t: ChatTranslate): string {
  if (offsetDays === 0) return t(`step.rule.${basis}.0`);
  return t(RULES[basis][offsetDays < 0 ? 'before' : 'after'], { count: Math.abs(offsetDays) });
}

const RULES = {
  goal: { before: 'step.before', after: 'step.after' },
  prev: { before: 'step.rule.prev.before', after: 'step.rule.prev' },
} as const;
