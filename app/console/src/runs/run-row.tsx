import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
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

/** One run in the list: its task and state; below them who requested it, what executed it, and what it cost. */
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
  const figures = [
    formatDuration(lastedMs(run, now), language),
    ...(run.questions === 0 ? [] : [t('list.questions', { count: run.questions })]),
    ...(run.tokens === null ? [] : [t('list.tokens', { count: run.tokens.input + run.tokens.output })]),
    ...(run.cost_usd === null ? [] : [formatCost(run.cost_usd, language)]),
  ];
  return (
    <Link
      to="/runs/$runId"
      params={{ runId: run.run_id }}
      className="block border-b border-line px-4 py-2.5 -outline-offset-2 hover:bg-sunken md:px-6"
    >
      <span className="flex items-center gap-x-2 gap-y-0.5 max-sm:flex-wrap">
        <span className="min-w-0 flex-1 max-sm:basis-full">
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
        <span className="shrink-0">
          <StatusBadge run={run} />
        </span>
        <span
          className="w-20 shrink-0 text-right max-sm:ml-auto text-small whitespace-nowrap text-soft"
          title={formatExactly(run.created_at, language)}
        >
          {formatAgo(run.created_at, language, now)}
        </span>
      </span>
      <span className="mt-0.5 flex gap-x-4 text-small text-soft">
        <span className="min-w-0 truncate max-sm:whitespace-normal">
          <RevealedText text={origin.join(' · ')} />
        </span>
        <span className="numeric ml-auto hidden shrink-0 whitespace-nowrap sm:inline">
          {figures.join(' · ')}
        </span>
      </span>
    </Link>
  );
}
