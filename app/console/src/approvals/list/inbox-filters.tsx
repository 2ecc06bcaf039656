import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/field.tsx';
import type { ApprovalSummary } from '../approval.ts';
import type { InboxFilter } from './inbox-filter.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { revealHidden } from '../../i18n/reveal-hidden.ts';

/** Filters the list by risk, tool and agent. The filter is stored in the address, so it can be shared. */
export function InboxFilters(props: {
  readonly filter: InboxFilter;
  readonly approvals: readonly ApprovalSummary[];
}): ReactNode {
  const t = useInboxTexts();
  const navigate = useNavigate();
  const { filter } = props;
  const set = (changes: Readonly<Record<string, string>>) =>
    void navigate({ to: '/inbox', search: (search) => ({ ...search, ...changes }), replace: true });
  const tools = namesOf(props.approvals, 'tool_id', filter.tool);
  const agents = namesOf(props.approvals, 'agent_name', filter.agent);
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <Select
        aria-label={t('filter.risk')}
        className={SMALL}
        value={filter.minRisk}
        onChange={(event) => set({ risk: event.target.value })}
      >
        <option value="">{t('filter.risk.all')}</option>
        {['2', '3', '4', '5'].map((level) => (
          <option key={level} value={level}>
            {t('filter.risk')} {t('filter.risk.from', { level })}
          </option>
        ))}
      </Select>
      <Names label={t('filter.tool')} names={tools} value={filter.tool} onChange={(tool) => set({ tool })} />
      <Names
        label={t('filter.agent')}
        names={agents}
        value={filter.agent}
        onChange={(agent) => set({ agent })}
      />
      {filter.run !== '' && (
        <Button small tone="quiet" onClick={() => set({ run: '' })}>
          {t('filter.run', { run: filter.run.slice(0, 12) })} ×
        </Button>
      )}
    </div>
  );
}

function Names(props: {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  return (
    <Select
      aria-label={props.label}
      className={SMALL}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    >
      <option value="">{props.label}</option>
      {props.names.map((name) => (
        <option key={name} value={name}>
          {revealHidden(name)}
        </option>
      ))}
    </Select>
  );
}

function namesOf(
  approvals: readonly ApprovalSummary[],
  field: 'tool_id' | 'agent_name',
  chosen: string,
): readonly string[] {
  const names = new Set(approvals.map((approval) => approval[field]));
  if (chosen !== '') names.add(chosen);
  return [...names].toSorted((one, other) => one.localeCompare(other));
}

const SMALL = 'min-h-8! w-0! min-w-24 flex-1 px-2! py-0.5! text-[13px]';
