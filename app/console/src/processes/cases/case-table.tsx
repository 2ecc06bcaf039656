import type { ReactNode } from 'react';
import { stepStatuses } from '../../../../server/src/processes/cases/process-case.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { TextInput } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Table, type Column } from '../../ui/display/table.tsx';
import type { ChatCase } from '../../api/chat/chat-queries.ts';
import { describeDistance, type StepDateContext } from '../plan/describe-step.ts';
import type { PlannedStep } from '../plan/planned-step.ts';
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
  readonly isBusy: boolean;
  readonly onChange: (stepId: string, change: StepChange) => void;
}): ReactNode {
  const { telling, onChange, isBusy } = props;
  const { t } = telling;
  const plans = new Map(props.planned.map((plan) => [plan.seq, plan]));
  const columns: Column<ChatCase['steps'][number]>[] = [
    { key: 'seq', heading: t('step.seq'), numeric: true, cell: ({ seq }) => seq },
    {
      key: 'name',
      heading: t('step.name'),
      cell: ({ seq, name }) => (
        <div className="min-w-32">
          <span className="font-semibold">
            <RevealedText text={name} />
          </span>{' '}
          {plans.get(seq)?.isCritical === true && (
            <Badge title={t('step.critical.hint')}>{t('step.critical')}</Badge>
          )}
        </div>
      ),
    },
    {
      key: 'due',
      heading: t('step.due'),
      cell: ({ id, seq, dueDate, status }) => (
        <div className="min-w-36">
          <TextInput
            key={dueDate}
            type="date"
            aria-label={t('step.dueOf', { seq })}
            defaultValue={dueDate}
            disabled={isBusy || status === 'done'}
            onBlur={({ target }) => {
              if (target.value !== '' && target.value !== dueDate) onChange(id, { dueDate: target.value });
            }}
            className="numeric !min-h-8 !w-auto !py-1"
          />
          <span className="block text-small text-soft">
            {describeDistance(plans.get(seq)?.due ?? 0, telling)}
          </span>
        </div>
      ),
    },
    {
      key: 'status',
      heading: t('step.status'),
      cell: ({ id, seq, status }) => (
        <Select
          label={t('step.statusOf', { seq })}
          value={status}
          isDisabled={isBusy}
          options={stepStatuses.map((name) => ({ value: name, label: t(`step.status.${name}`) }))}
          onChange={(chosen) => onChange(id, { status: chosen })}
          small
          className="min-w-28"
        />
      ),
    },
    {
      key: 'assignee',
      heading: t('step.assignee'),
      cell: ({ id, seq, assignee }) => (
        <TextInput
          key={assignee}
          aria-label={t('step.assigneeOf', { seq })}
          defaultValue={assignee ?? ''}
          maxLength={200}
          disabled={isBusy}
          onBlur={({ target }) => {
            const next = target.value.trim() === '' ? null : target.value.trim();
            if (next !== assignee) onChange(id, { assignee: next });
          }}
          className="!min-h-8 min-w-28 !py-1"
        />
      ),
    },
    {
      key: 'lock',
      heading: t('step.lock'),
      cell: ({ id, seq, locked }) => (
        <label className="flex size-7 items-center justify-center">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            aria-label={t('step.lockOf', { seq })}
            checked={locked}
            disabled={isBusy}
            onChange={() => onChange(id, { locked: !locked })}
          />
        </label>
      ),
    },
  ];
  return (
    <Table caption={t('step.table')} columns={columns} rows={props.current.steps} keyOf={({ id }) => id} />
  );
}
