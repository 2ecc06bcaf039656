import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { shortRunId } from '../../ui/format/short-run-id.ts';
import { useShortcuts } from '../../ui/keys/use-shortcuts.ts';
import type { ApprovalSummary } from '../approval.ts';
import { ViewChoice } from './view-choice.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';
import type { InboxFilter } from './inbox-filter.ts';
import { useApprovalCounts } from './use-approval-counts.ts';

/** Searches and filters the list. All of it is stored in the address, so it can be shared. */
export function InboxFilters(props: {
  readonly filter: InboxFilter;
  readonly approvals: readonly ApprovalSummary[];
}): ReactNode {
  const t = useInboxTexts();
  const navigate = useNavigate();
  const counts = useApprovalCounts();
  const box = useRef<HTMLDivElement>(null);
  const { filter } = props;
  const set = (changes: Readonly<Record<string, string>>) =>
    void navigate({ to: '.', search: (search) => ({ ...search, ...changes }), replace: true });
  useShortcuts(
    useMemo(
      () => [{ keys: '/', label: t('keys.search'), run: () => box.current?.querySelector('input')?.focus() }],
      [t],
    ),
  );
  // The server knows the values of all pending requests; the history knows those of its loaded rows.
  const names = (facet: 'tools' | 'agents', chosen: string, label: string) => [
    { value: '', label },
    ...(filter.isHistory
      ? namesOf(props.approvals, FIELDS[facet], chosen).map((name) => ({ value: name, label: name }))
      : withChosen(counts?.[facet] ?? [], chosen).map(({ name, count }) => ({
          value: name,
          label: t('filter.facet', { name, count }),
        }))),
  ];
  return (
    <div ref={box} className="flex flex-wrap items-center gap-1.5 border-b border-line px-3 py-2">
      {!filter.isHistory && <ViewChoice filter={filter} />}
      <div className="min-w-32 flex-1">
        <SearchBox
          wide
          label={t(filter.isHistory ? 'search.label' : 'search.all')}
          hint={t('search.hint')}
          value={filter.text}
          onChange={(q) => set({ q })}
        />
      </div>
      <div className="flex basis-full flex-wrap gap-1.5">
        <Select
          small
          className="min-w-0 flex-auto"
          label={t('filter.risk')}
          value={filter.minRisk}
          options={[
            { value: '', label: t('filter.risk.all') },
            ...LEVELS.map((level) => ({
              value: level,
              label: filter.isHistory
                ? t('filter.risk.from', { level })
                : t('filter.risk.count', { level, count: countFrom(counts, level) }),
            })),
          ]}
          onChange={(risk) => set({ risk })}
        />
        <Select
          small
          className="min-w-0 flex-auto"
          label={t('filter.tool')}
          value={filter.tool}
          options={names('tools', filter.tool, t('filter.tool.all'))}
          onChange={(tool) => set({ tool })}
        />
        <Select
          small
          className="min-w-0 flex-auto"
          label={t('filter.agent')}
          value={filter.agent}
          options={names('agents', filter.agent, t('filter.agent.all'))}
          onChange={(agent) => set({ agent })}
        />
        {filter.run !== '' && (
          <Button small tone="quiet" onClick={() => set({ run: '' })}>
            {t('filter.run', { run: shortRunId(filter.run) })} ×
          </Button>
        )}
      </div>
    </div>
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

const FIELDS = { tools: 'tool_id', agents: 'agent_name' } as const;

/** A chosen value stays in the list when its last request was decided. */
function withChosen(facets: readonly { readonly name: string; readonly count: number }[], chosen: string) {
  return chosen === '' || facets.some(({ name }) => name === chosen)
    ? facets
    : [...facets, { name: chosen, count: 0 }];
}

const countFrom = (counts: ReturnType<typeof useApprovalCounts>, level: string) =>
  Object.entries(counts?.by_risk ?? {}).reduce((sum, [risk, count]) => sum + (risk >= level ? count : 0), 0);

const LEVELS = ['2', '3', '4', '5'] as const;
