import type { ReactNode } from 'react';
import { stepStatuses } from '../../../../server/src/processes/cases/process-case.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { TextInput } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Table, type Column } from '../../ui/display/table.tsx';
import type { ChatCase } from '../../api/chat/chat-queries.ts';
import { describeDistance, type StepDateContext } from '../plan/describe-step.ts';
import type { PlannedStep } from '../plan/planned-step.ts';
import { Artifacts } from '../plan/artifacts.tsx';
import { AssigneeSelect } from './assignee-select.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** The fields of a case step that a person can change. */
export type StepChange = {
  status?: ChatCase['steps'][number]['status'];
  locked?: boolean;
  dueDate?: string;
  assignee?: string | null;
};

/** The steps of a case. Status, date and lock can be changed in the table. */
export function CaseTable(props: {
  readonly current: ChatCase;
  readonly planned: readonly PlannedStep[];
  readonly telling: StepDateContext;
  /** Whether a step cannot be changed now, or not by this person. */
  readonly isFixed: (step: ChatCase['steps'][number]) => boolean;
  readonly onChange: (stepId: string, change: StepChange) => void;
}): ReactNode {
  const { telling, onChange, isFixed } = props;
  const { t } = telling;
  const assignees = props.current.steps.flatMap(({ assignee }) => assignee ?? []);
  const plans = new Map(props.planned.map((plan) => [plan.seq, plan]));
  const columns: Column<ChatCase['steps'][number]>[] = [
    { key: 'seq', heading: t('step.seq'), numeric: true, cell: ({ seq }) => seq },
    {
      key: 'name',
      heading: t('step.name'),
      cell: ({ seq, name, requiredArtifacts }) => (
        <div className="min-w-32">
          <span className="font-semibold">
            <RevealedText text={name} />
          </span>{' '}
          {plans.get(seq)?.isCritical === true && (
            <Badge title={t('step.critical.hint')}>{t('step.critical')}</Badge>
          )}
          <Artifacts artifacts={requiredArtifacts} t={t} />
        </div>
      ),
    },
    {
      key: 'due',
      heading: t('step.due'),
      cell: (step) => (
        <div className="min-w-36">
          <TextInput
            key={step.dueDate}
            type="date"
            aria-label={t('step.dueOf', { seq: step.seq })}
            defaultValue={step.dueDate}
            disabled={isFixed(step) || step.status === 'done'}
            onBlur={({ target }) => {
              if (target.value !== '' && target.value !== step.dueDate)
                onChange(step.id, { dueDate: target.value });
            }}
            className="numeric !min-h-8 !w-auto !py-1"
          />
          <span className="flex flex-wrap items-center gap-x-1.5 text-small text-soft">
            {plans.get(step.seq)?.warnings.includes('DueInThePast') === true && (
              <Badge tone="bad">{t('cases.state.late')}</Badge>
            )}
            {describeDistance(plans.get(step.seq)?.due ?? 0, telling)}
          </span>
        </div>
      ),
    },
    {
      key: 'status',
      heading: t('step.status'),
      cell: (step) => (
        <Select
          label={t('step.statusOf', { seq: step.seq })}
          value={step.status}
          isDisabled={isFixed(step)}
          options={stepStatuses.map((name) => ({ value: name, label: t(`step.status.${name}`) }))}
          onChange={(chosen) => onChange(step.id, { status: chosen })}
          small
          className="min-w-28"
        />
      ),
    },
    {
      key: 'assignee',
      heading: t('step.assignee'),
      cell: (step) => (
        <AssigneeSelect
          seq={step.seq}
          assignee={step.assignee}
          others={assignees}
          isDisabled={isFixed(step)}
          onChange={(next) => onChange(step.id, { assignee: next })}
        />
      ),
    },
    {
      key: 'lock',
      heading: t('step.lock'),
      cell: (step) => (
        <label className="flex size-7 items-center justify-center">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            aria-label={t('step.lockOf', { seq: step.seq })}
            checked={step.locked}
            disabled={isFixed(step)}
            onChange={() => onChange(step.id, { locked: !step.locked })}
          />
        </label>
      ),
    },
  ];
  return (
    <Table
      stacks
      caption={t('step.table')}
      columns={columns}
      rows={props.current.steps}
      keyOf={({ id }) => id}
    />
  );
}
