import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../ui/controls/class-names.ts';
import { formatCost } from '../ui/format/format-cost.ts';
import { formatDuration } from '../ui/format/format-duration.ts';
import { formatAgo, formatExactly } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { lastedMs } from './lasted-ms.ts';
import type { RunSummary } from './run.ts';
import { StatusBadge } from './status-badge.tsx';
import { useRunsTexts } from './use-runs-texts.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';

/** The widths of the columns on a wide screen. A smaller one has two or three lines for each run. */
const COLUMNS =
  'wide:grid wide:grid-cols-[minmax(0,1fr)_11.5rem_5rem_4.5rem_5rem_5.5rem_5rem] wide:items-center wide:gap-x-4';

/** The headings of the list, on a wide screen. */
export function RunHead(): ReactNode {
  const t = useRunsTexts();
  const headings = ['fact.duration', 'fact.questions', 'fact.tokens', 'fact.cost', 'fact.started'] as const;
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'hidden border-b border-line px-6 py-1.5 text-small font-semibold text-soft',
        COLUMNS,
      )}
    >
      <span>{t('column.task')}</span>
      <span>{t('list.status')}</span>
      {headings.map((heading) => (
        <span key={heading} className="text-right">
          {t(heading)}
        </span>
      ))}
    </div>
  );
}

/** One run in the list: its task and state, who requested it, what executed it, how long it took and what it cost. */
export function RunRow(props: { readonly run: RunSummary }): ReactNode {
  const t = useRunsTexts();
  const { language } = usePreferences();
  const now = useNow();
  const { run } = props;
  const origin = [
    ...(run.started_by === null ? [] : [t('list.for', { name: run.started_by })]),
    run.agent_name,
    ...(run.application === '' ? [] : [run.application]),
  ];
  const lasted = formatDuration(lastedMs(run, now), language);
  const tokens = run.tokens === null ? undefined : run.tokens.input + run.tokens.output;
  const cost = run.cost_usd === null ? undefined : formatCost(run.cost_usd, language);
  const figures = [
    lasted,
    ...(run.questions === 0 ? [] : [t('list.questions', { count: run.questions })]),
    ...(tokens === undefined ? [] : [t('list.tokens', { count: tokens })]),
    ...(cost === undefined ? [] : [cost]),
  ];
  const cells = [
    lasted,
    run.questions === 0 ? '–' : run.questions.toLocaleString(language),
    tokens === undefined ? '–' : tokens.toLocaleString(language),
    cost ?? '–',
  ];
  return (
    <Link
      to="/runs/$runId"
      params={{ runId: run.run_id }}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-2 gap-y-0.5 border-b border-line px-4 py-2.5 -outline-offset-2 hover:bg-sunken md:px-6',
        COLUMNS,
      )}
    >
      <span className="min-w-0 max-sm:col-span-full">
        {run.user_intent === null ? (
          <span className="line-clamp-1 text-soft [overflow-wrap:anywhere] max-sm:line-clamp-3">
            <RevealedText text={t('list.noTask', { application: run.application || run.agent_name })} />
          </span>
        ) : (
          <span className="line-clamp-1 font-semibold [overflow-wrap:anywhere] max-sm:line-clamp-3">
            <RevealedText text={run.user_intent} />
          </span>
        )}
      </span>
      <span className="min-w-0 wide:row-span-2">
        <StatusBadge run={run} />
      </span>
      {cells.map((cell, index) => (
        <span
          key={index}
          aria-hidden="true"
          className="numeric hidden text-right text-small whitespace-nowrap text-soft wide:row-span-2 wide:block"
        >
          {cell}
        </span>
      ))}
      <span
        className="text-right text-small whitespace-nowrap text-soft max-sm:col-span-2 wide:row-span-2"
        title={formatExactly(run.created_at, language)}
      >
        {formatAgo(run.created_at, language, now)}
      </span>
      <span className="min-w-0 truncate text-small text-soft max-sm:col-span-full max-sm:whitespace-normal">
        <RevealedText text={origin.join(' · ')} />
      </span>
      <span className="sr-only">{figures.join(' · ')}</span>
      <span
        aria-hidden="true"
        className="numeric hidden text-right text-small whitespace-nowrap text-soft sm:col-span-2 sm:inline wide:hidden"
      >
        {figures.join(' · ')}
      </span>
    </Link>
  );
}
