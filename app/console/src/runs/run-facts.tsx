import type { ReactNode } from 'react';
import { formatCost } from '../ui/format/format-cost.ts';
import { formatDuration } from '../ui/format/format-duration.ts';
import { formatExactly } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { lastedMs } from './lasted-ms.ts';
import type { RunDetail } from './run.ts';
import { useRunsTexts } from './use-runs-texts.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';

/** The facts of a run in one line: agent, start, duration, tokens, cost, policy. */
export function RunFacts(props: { readonly run: RunDetail }): ReactNode {
  const t = useRunsTexts();
  const { language } = usePreferences();
  const now = useNow();
  const { run } = props;
  const facts: readonly (readonly [string, string])[] = [
    ...(run.started_by === null ? [] : [[t('fact.by'), run.started_by] as const]),
    [t('fact.agent'), run.agent_name],
    ...(run.application === '' ? [] : [[t('fact.application'), run.application] as const]),
    ...((run.state === 'decided' || run.state === 'interrupted') && !run.is_application_running
      ? [[t(`state.${run.state}`), t('state.offline', { application: run.application })] as const]
      : []),
    [t('fact.started'), formatExactly(run.created_at, language)],
    [t('fact.duration'), formatDuration(lastedMs(run, now), language)],
    ...(run.tokens === null ? [] : [[t('fact.tokens'), t('tokens', run.tokens)] as const]),
    ...(run.cost_usd === null ? [] : [[t('fact.cost'), formatCost(run.cost_usd, language)] as const]),
    ...(run.questions === 0 ? [] : [[t('fact.questions'), String(run.questions)] as const]),
    [t('fact.policy'), run.policy],
    ...(run.trace_id === null || run.trace_url !== null ? [] : [[t('fact.trace'), run.trace_id] as const]),
    [t('fact.run'), run.run_id],
  ];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="whitespace-nowrap text-soft">{name}</dt>
          <dd className="numeric break-all">
            <RevealedText text={value} />
          </dd>
        </div>
      ))}
      {run.trace_url !== null && (
        <div className="flex gap-1.5">
          <dt className="whitespace-nowrap text-soft">{t('fact.trace')}</dt>
          <dd className="break-all">
            <a
              href={run.trace_url}
              target="_blank"
              rel="noreferrer"
              className="text-accent underline underline-offset-3"
            >
              {run.trace_id}
            </a>
          </dd>
        </div>
      )}
    </dl>
  );
}
