import { Fragment, type ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { ValueBar, type ChartList } from '../ui/charts/chart-card.tsx';
import { DayCard } from '../ui/charts/day-card.tsx';
import { Badge } from '../ui/display/badge.tsx';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { formatCost } from '../ui/format/format-cost.ts';
import { formatDuration } from '../ui/format/format-duration.ts';
import { RowsCard } from './rows-card.tsx';
import { isCounting, type Stats, type StatsFilter } from './stats-query.ts';
import { TEXTS } from './texts.ts';

/** All charts of the dashboard. Each opens the list that it summarizes. */
export function Charts({
  stats,
  filter,
}: {
  readonly stats: Stats;
  readonly filter: StatsFilter;
}): ReactNode {
  const t = useTexts(TEXTS);
  const { language } = usePreferences();
  const since = stats.days[0]?.day ?? '';
  const duration = (ms: number | null) => (ms === null ? '–' : formatDuration(ms, language));
  const number = (value: number) => value.toLocaleString(language);
  const cost = (dollars: number | null) => (dollars === null ? '–' : formatCost(dollars, language));
  const total = (of: (day: Stats['days'][number]) => number) =>
    stats.days.reduce((sum, day) => sum + of(day), 0);
  const decided = total((day) => day.approved + day.denied);
  const hasCost = stats.days.some(({ cost_usd: dollars }) => dollars !== null);
  const shared = {
    days: stats.days.map(({ day }) => day),
    texts: { day: t('day'), table: t('table'), empty: t('none') },
  };
  const history: ChartList = { to: '/inbox/history', label: t('open.history') };
  const runs: ChartList = {
    to: '/runs',
    label: t('open.runs'),
    search: {
      ...(filter.application !== undefined && { application: filter.application }),
      ...(filter.agent !== undefined && { agent: filter.agent }),
    },
  };
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-section font-semibold">
        {t('waiting', { count: stats.waiting, expiring: stats.expiring })}
        {isCounting(stats) && (
          <span className="block text-small font-normal text-soft">
            {t('counting', { read: stats.read, total: stats.total })}
          </span>
        )}
      </p>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <DayCard
          {...shared}
          title={t('requests')}
          list={history}
          kind="bars"
          format={number}
          series={OUTCOMES.map(({ key, color }) => ({
            key,
            color,
            label: t(`outcome.${key}`),
            values: stats.days.map((day) => day[key]),
          }))}
        />
        <DayCard
          {...shared}
          title={t('times')}
          note={t('times.note')}
          list={history}
          kind="lines"
          format={duration}
          series={[
            { key: 'p50', label: 'p50', color: 'text-info', values: stats.days.map((day) => day.p50_ms) },
            { key: 'p90', label: 'p90', color: 'text-warn', values: stats.days.map((day) => day.p90_ms) },
          ]}
        />
        <RowsCard
          title={t('people')}
          note={t('people.note')}
          list={{ to: '/audit', search: { event: 'approval.approved', since }, label: t('open.audit') }}
          rows={stats.people.toSorted((a, b) => b.approved + b.denied - a.approved - a.denied)}
          columns={(max) => [
            { key: 'who', heading: t('person'), cell: ({ id }) => <Name text={id} /> },
            {
              key: 'decided',
              heading: t('asked'),
              numeric: true,
              cell: ({ approved, denied }) => (
                <ValueBar value={approved + denied} max={max}>
                  {number(approved + denied)}
                </ValueBar>
              ),
            },
            {
              key: 'denied',
              heading: t('outcome.denied'),
              numeric: true,
              cell: ({ denied }) => number(denied),
            },
            { key: 'p50', heading: t('median'), numeric: true, cell: ({ p50_ms: ms }) => duration(ms) },
            {
              key: 'hasty',
              heading: t('hasty'),
              numeric: true,
              cell: ({ hasty }) => (hasty === 0 ? 0 : <Badge tone="bad">{hasty}</Badge>),
            },
          ]}
          sizeOf={({ approved, denied }) => approved + denied}
        />
        <RowsCard
          title={t('rules')}
          note={t('rules.note')}
          list={{ to: '/policies', label: t('open.policies') }}
          rows={stats.rules.toSorted(
            (a, b) => percent(b.unchanged, b.asked) - percent(a.unchanged, a.asked) || b.asked - a.asked,
          )}
          columns={() => [
            { key: 'rule', heading: t('rule'), cell: ({ id }) => <Name text={id} /> },
            { key: 'asked', heading: t('asked'), numeric: true, cell: ({ asked }) => number(asked) },
            {
              key: 'share',
              heading: t('unchanged'),
              numeric: true,
              cell: ({ unchanged, asked }) => (
                <ValueBar value={unchanged} max={asked} color="text-warn">
                  {percent(unchanged, asked)}%
                </ValueBar>
              ),
            },
            { key: 'edited', heading: t('edited'), numeric: true, cell: ({ edited }) => number(edited) },
            {
              key: 'denied',
              heading: t('outcome.denied'),
              numeric: true,
              cell: ({ denied }) => number(denied),
            },
          ]}
          sizeOf={({ asked }) => asked}
        />
        <DayCard
          {...shared}
          title={t('alarms', {
            share: percent(
              total((day) => day.unchanged),
              decided,
            ),
          })}
          note={t('alarms.note')}
          list={{ to: '/policies', label: t('open.policies') }}
          kind="lines"
          format={(share) => `${share}%`}
          max={100}
          series={[
            {
              key: 'share',
              label: t('unchanged'),
              color: 'text-warn',
              values: stats.days.map(({ approved, denied, unchanged }) =>
                approved + denied === 0 ? null : percent(unchanged, approved + denied),
              ),
            },
          ]}
        />
        <DayCard
          {...shared}
          title={t('attacks', { count: total((day) => day.attacks) })}
          note={t('attacks.note')}
          list={{
            to: '/audit',
            search: { event: 'gate.decision', q: 'content.requests', since },
            label: t('open.audit'),
          }}
          kind="bars"
          format={number}
          series={[
            {
              key: 'attacks',
              label: t('attacks.series'),
              color: 'text-bad',
              values: stats.days.map((day) => day.attacks),
            },
          ]}
        />
        <DayCard
          {...shared}
          title={
            hasCost
              ? t('cost', { cost: cost(total((day) => day.cost_usd ?? 0)) })
              : t('cost.tokens', { count: total((day) => day.tokens) })
          }
          note={t(filter.tool !== undefined ? 'cost.perRun' : hasCost ? 'cost.note' : 'cost.unknown')}
          list={runs}
          kind="bars"
          format={hasCost ? cost : number}
          series={[
            {
              key: 'cost',
              label: t(hasCost ? 'cost.series' : 'tokens'),
              color: 'text-accent',
              values: stats.days.map((day) => (hasCost ? day.cost_usd : day.tokens)),
            },
          ]}
        />
        <RowsCard
          title={t('usage')}
          list={runs}
          rows={stats.applications.toSorted((a, b) => b.tokens - a.tokens)}
          columns={(max) => [
            { key: 'app', heading: t('application'), cell: ({ id }) => <Name text={id === '' ? '–' : id} /> },
            { key: 'runs', heading: t('runs'), numeric: true, cell: ({ runs: count }) => number(count) },
            {
              key: 'tokens',
              heading: t('tokens'),
              numeric: true,
              cell: ({ tokens }) => (
                <ValueBar value={tokens} max={max} color="text-accent">
                  {number(tokens)}
                </ValueBar>
              ),
            },
            {
              key: 'cost',
              heading: t('cost.series'),
              numeric: true,
              cell: ({ cost_usd: dollars }) => cost(dollars),
            },
          ]}
          sizeOf={({ tokens }) => tokens}
        />
        <RowsCard
          title={t('tools')}
          list={{ to: '/tools', label: t('open.tools') }}
          rows={stats.tools.toSorted((a, b) => (b.p95_ms ?? 0) - (a.p95_ms ?? 0))}
          columns={(max) => [
            { key: 'tool', heading: t('tool'), cell: ({ id }) => <Name text={id} /> },
            { key: 'calls', heading: t('calls'), numeric: true, cell: ({ calls }) => number(calls) },
            { key: 'failed', heading: t('failed'), numeric: true, cell: ({ failed }) => number(failed) },
            { key: 'p50', heading: 'p50', numeric: true, cell: ({ p50_ms: ms }) => duration(ms) },
            {
              key: 'p95',
              heading: 'p95',
              numeric: true,
              cell: ({ p95_ms: ms }) => (
                <ValueBar value={ms ?? 0} max={max}>
                  {duration(ms)}
                </ValueBar>
              ),
            },
          ]}
          sizeOf={({ p95_ms: ms }) => ms ?? 0}
        />
      </div>
    </div>
  );
}

/** The name of a person, a rule, a tool or an application. A long one continues on the next line after a punctuation mark. */
const Name = ({ text }: { readonly text: string }): ReactNode => (
  <code className="font-mono text-small [overflow-wrap:break-word]">
    {text.split(/(?<=[._/-])/u).map((part, index) => (
      <Fragment key={index}>
        <RevealedText text={part} />
        <wbr />
      </Fragment>
    ))}
  </code>
);

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));

const OUTCOMES = [
  { key: 'approved', color: 'text-good' },
  { key: 'denied', color: 'text-bad' },
  { key: 'expired', color: 'text-warn' },
  { key: 'cancelled', color: 'text-soft' },
] as const;
