import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { ChartCard } from '../ui/charts/chart-card.tsx';
import { DayChart } from '../ui/charts/day-chart.tsx';
import { SegmentedChoice } from '../ui/controls/segmented-choice.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Table } from '../ui/display/table.tsx';
import { formatCost } from '../ui/format/format-cost.ts';
import { formatDuration } from '../ui/format/format-duration.ts';
import { byShare, MAX_ROWS, Name, peopleColumns, ruleColumns } from './stats-columns.tsx';
import { statsQuery, type Stats } from './stats-query.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

/** What happened in the last days: requests, decisions, attacks, tools and cost. */
export function DashboardScreen(): ReactNode {
  const t = useTexts(TEXTS);
  const navigate = useNavigate();
  const chosen = useSearch({ strict: false })['days'];
  const days = PERIODS.find((period) => period === chosen) ?? '7';
  const stats = useQuery(statsQuery(useClient(), days));
  return (
    <Screen
      title={t('title')}
      actions={
        <SegmentedChoice
          label={t('period')}
          value={days}
          options={PERIODS.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
          onChange={(next) => void navigate({ to: '/dashboard', search: { days: next }, replace: true })}
        />
      }
    >
      {stats.isPending && <Skeleton />}
      {stats.isError && !stats.data && (
        <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
      )}
      {stats.data && <Charts stats={stats.data} />}
    </Screen>
  );
}

function Charts({ stats }: { readonly stats: Stats }): ReactNode {
  const t = useTexts(TEXTS);
  const { language } = usePreferences();
  const days = stats.days.map(({ day }) => day);
  const since = days[0] ?? '';
  const duration = (ms: number | null) => (ms === null ? '–' : formatDuration(ms, language));
  const attacks = stats.days.reduce((sum, { attacks: count }) => sum + count, 0);
  const hasCost = stats.days.some(({ cost_usd: cost }) => cost !== null);
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-section font-semibold">
        {t('waiting', { count: stats.waiting, expiring: stats.expiring })}
        {stats.read < stats.total && (
          <span className="block text-small font-normal text-soft">
            {t('counting', { read: stats.read, total: stats.total })}
          </span>
        )}
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ChartCard
          title={t('requests')}
          list={{ to: '/inbox/history', label: t('open.history') }}
          tableLabel={t('table')}
          chart={
            <DayChart
              kind="bars"
              days={days}
              format={String}
              series={OUTCOMES.map(({ key, color }) => ({
                key,
                color,
                label: t(`outcome.${key}`),
                values: stats.days.map((day) => day[key]),
              }))}
            />
          }
          table={
            <Table
              caption={t('requests')}
              rows={stats.days}
              keyOf={({ day }) => day}
              columns={[
                { key: 'day', heading: t('day'), cell: ({ day }) => day },
                { key: 'requested', heading: t('requested'), numeric: true, cell: (day) => day.requested },
                ...OUTCOMES.map(({ key }) => ({
                  key,
                  heading: t(`outcome.${key}`),
                  numeric: true,
                  cell: (day: Stats['days'][number]) => day[key],
                })),
              ]}
            />
          }
        />
        <ChartCard
          title={t('times')}
          list={{ to: '/inbox/history', label: t('open.history') }}
          tableLabel={t('table')}
          chart={
            <DayChart
              kind="lines"
              days={days}
              format={(ms) => duration(ms)}
              series={[
                { key: 'p50', label: 'p50', color: 'text-info', values: stats.days.map((day) => day.p50_ms) },
                { key: 'p90', label: 'p90', color: 'text-warn', values: stats.days.map((day) => day.p90_ms) },
              ]}
            />
          }
          table={
            <Table
              caption={t('times')}
              rows={stats.days}
              keyOf={({ day }) => day}
              columns={[
                { key: 'day', heading: t('day'), cell: ({ day }) => day },
                { key: 'p50', heading: 'p50', numeric: true, cell: (day) => duration(day.p50_ms) },
                { key: 'p90', heading: 'p90', numeric: true, cell: (day) => duration(day.p90_ms) },
              ]}
            />
          }
        />
        <ChartCard
          title={t('people')}
          note={t('people.note')}
          list={{ to: '/audit', search: { event: 'approval.approved', since }, label: t('open.audit') }}
          tableLabel={t('table')}
          table={
            <Table
              caption={t('people')}
              rows={stats.people}
              keyOf={({ id }) => id}
              columns={peopleColumns(t, duration)}
            />
          }
        />
        <ChartCard
          title={t('rules')}
          note={t('rules.note')}
          list={{ to: '/policies', label: t('open.policies') }}
          tableLabel={t('table')}
          table={
            <Table
              caption={t('rules')}
              rows={byShare(stats.rules)}
              keyOf={({ id }) => id}
              columns={ruleColumns(t)}
            />
          }
        />
        <ChartCard
          title={t('attacks', { count: attacks })}
          note={t('attacks.note')}
          list={{
            to: '/audit',
            search: { event: 'gate.decision', q: 'content.requests', since },
            label: t('open.audit'),
          }}
          tableLabel={t('table')}
          chart={
            <DayChart
              kind="bars"
              days={days}
              format={String}
              series={[
                {
                  key: 'attacks',
                  label: t('attacks.series'),
                  color: 'text-bad',
                  values: stats.days.map((day) => day.attacks),
                },
              ]}
            />
          }
          table={
            <Table
              caption={t('attacks.series')}
              rows={stats.days}
              keyOf={({ day }) => day}
              columns={[
                { key: 'day', heading: t('day'), cell: ({ day }) => day },
                { key: 'attacks', heading: t('attacks.series'), numeric: true, cell: (day) => day.attacks },
              ]}
            />
          }
        />
        <ChartCard
          title={t('tools')}
          list={{ to: '/tools', label: t('open.tools') }}
          tableLabel={t('table')}
          table={
            <Table
              caption={t('tools')}
              rows={stats.tools.toSorted((a, b) => (b.p95_ms ?? 0) - (a.p95_ms ?? 0)).slice(0, MAX_ROWS)}
              keyOf={({ id }) => id}
              columns={[
                { key: 'tool', heading: t('tool'), cell: ({ id }) => <Name text={id} /> },
                { key: 'calls', heading: t('calls'), numeric: true, cell: ({ calls }) => calls },
                { key: 'failed', heading: t('failed'), numeric: true, cell: ({ failed }) => failed },
                { key: 'p50', heading: 'p50', numeric: true, cell: ({ p50_ms: ms }) => duration(ms) },
                { key: 'p95', heading: 'p95', numeric: true, cell: ({ p95_ms: ms }) => duration(ms) },
              ]}
            />
          }
        />
        <ChartCard
          title={t('usage')}
          note={t(hasCost ? 'usage.note' : 'usage.unknown')}
          list={{ to: '/runs', label: t('open.runs') }}
          tableLabel={t('table')}
          table={
            <>
              {hasCost && (
                <p className="text-body">
                  {t('usage.cost', {
                    cost: formatCost(
                      stats.days.reduce((sum, { cost_usd: cost }) => sum + (cost ?? 0), 0),
                      language,
                    ),
                  })}
                </p>
              )}
              <Table
                caption={t('usage')}
                rows={stats.applications}
                keyOf={({ id }) => id}
                columns={[
                  {
                    key: 'app',
                    heading: t('application'),
                    cell: ({ id }) => <Name text={id === '' ? '–' : id} />,
                  },
                  { key: 'runs', heading: t('runs'), numeric: true, cell: ({ runs }) => runs },
                  {
                    key: 'tokens',
                    heading: t('tokens'),
                    numeric: true,
                    cell: ({ tokens }) => tokens.toLocaleString(language),
                  },
                ]}
              />
            </>
          }
        />
      </div>
    </div>
  );
}

const PERIODS = ['7', '30', '90'] as const;
const OUTCOMES = [
  { key: 'approved', color: 'text-good' },
  { key: 'denied', color: 'text-bad' },
  { key: 'expired', color: 'text-warn' },
  { key: 'cancelled', color: 'text-soft' },
] as const;
const TEXTS = { en: textsEn, ja: textsJa };
