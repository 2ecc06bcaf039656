import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { SegmentedChoice } from '../ui/controls/segmented-choice.tsx';
import { Select } from '../ui/controls/select.tsx';
import { EmptyState, NEXT_STEP } from '../ui/display/empty-state.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Charts } from './charts.tsx';
import { statsQuery, type Stats } from './stats-query.ts';
import { TEXTS } from './texts.ts';

const PERIODS = ['7', '30', '90'] as const;
const FILTERS = [
  { name: 'application', facet: 'applications' },
  { name: 'agent', facet: 'agents' },
  { name: 'tool', facet: 'tools' },
] as const;

/** What happened in the last days: requests, decisions, attacks, tools and cost. */
export function DashboardScreen(): ReactNode {
  const t = useTexts(TEXTS);
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const filter = {
    days: PERIODS.find((period) => period === search['days']) ?? '7',
    application: search['application'] || undefined,
    agent: search['agent'] || undefined,
    tool: search['tool'] || undefined,
  };
  const set = (changes: Readonly<Record<string, string>>) =>
    void navigate({ to: '/dashboard', search: (before) => ({ ...before, ...changes }), replace: true });
  const stats = useQuery(statsQuery(useClient(), filter));
  const isFiltered = FILTERS.some(({ name }) => filter[name] !== undefined);
  return (
    <Screen
      title={t('title')}
      actions={
        <>
          {FILTERS.map(({ name, facet }) => (
            <Select
              key={name}
              label={t(name)}
              className="max-w-52 min-w-32 max-sm:flex-1"
              value={filter[name] ?? ''}
              options={[
                { value: '', label: t(`${name}.all`) },
                ...withChosen(stats.data?.facets[facet] ?? [], filter[name]).map((value) => ({
                  value,
                  label: value,
                })),
              ]}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
          <SegmentedChoice
            label={t('period')}
            value={filter.days}
            options={PERIODS.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
            onChange={(days) => set({ days })}
          />
        </>
      }
    >
      {stats.isPending && <Skeleton />}
      {stats.isError && !stats.data && (
        <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
      )}
      {stats.data &&
        (isEmpty(stats.data) && !isFiltered ? (
          <EmptyState
            icon="dashboard"
            title={t('empty.title')}
            action={
              <Link to="/playground" className={NEXT_STEP}>
                {t('empty.action')}
              </Link>
            }
          >
            {t('empty.text')}
          </EmptyState>
        ) : (
          <Charts stats={stats.data} filter={filter} />
        ))}
    </Screen>
  );
}

const isEmpty = ({ facets, waiting }: Stats) => facets.applications.length === 0 && waiting === 0;

/** A chosen value that the period does not have stays visible. */
const withChosen = (values: readonly string[], chosen: string | undefined) =>
  chosen === undefined || values.includes(chosen) ? values : [...values, chosen];
