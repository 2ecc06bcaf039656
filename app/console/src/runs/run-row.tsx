import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../ui/display/badge.tsx';
import { formatCost } from '../ui/format/format-cost.ts';
import { formatAgo, formatExactly } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import type { RunSummary } from './run.ts';
import { StatusBadge } from './status-badge.tsx';
import { useRunsTexts } from './use-runs-texts.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';

/** One run in the list. */
export function RunRow(props: { readonly run: RunSummary }): ReactNode {
  const t = useRunsTexts();
  const { language } = usePreferences();
  const now = useNow();
  const { run } = props;
  return (
    <Link
      to="/runs/$runId"
      params={{ runId: run.run_id }}
      className="block border-b border-line px-4 py-2.5 -outline-offset-2 hover:bg-sunken md:px-6"
    >
      <span className="flex items-center gap-2">
        {run.waiting > 0 ? (
          <Badge tone="warn">{t('waiting', { count: run.waiting })}</Badge>
        ) : (
          <StatusBadge run={run} />
        )}
        <span className="min-w-0 truncate font-semibold">
          <RevealedText text={run.user_intent ?? t('list.noIntent')} />
        </span>
        <span
          className="ml-auto text-small whitespace-nowrap text-soft"
          title={formatExactly(run.created_at, language)}
        >
          {formatAgo(run.created_at, language, now)}
        </span>
      </span>
      <span className="mt-0.5 flex gap-x-4 text-small text-soft">
        <span className="truncate">
          <RevealedText
            text={run.application === '' ? run.agent_name : `${run.application} · ${run.agent_name}`}
          />
        </span>
        <code className="truncate font-mono text-small leading-5">{run.run_id}</code>
        <span className="numeric ml-auto hidden whitespace-nowrap sm:inline">
          {run.tokens && t('tokens', { input: run.tokens.input, output: run.tokens.output })}
          {run.cost_usd !== null && ` · ${formatCost(run.cost_usd, language)}`}
        </span>
      </span>
    </Link>
  );
}
