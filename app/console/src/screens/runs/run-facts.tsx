import type { ReactNode } from 'react';
import { formatCost } from '../../format/format-cost.ts';
import { formatDuration } from '../../format/format-duration.ts';
import { formatExactly } from '../../format/format-time.ts';
import { useNow } from '../../format/use-now.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { RunDetail } from './run.ts';
import { useRunsWords } from './use-runs-words.ts';
import { RevealedText } from '../../components/revealed-text.tsx';

/** The facts of a run in one line: agent, start, duration, tokens, cost, policy. */
export function RunFacts(props: { readonly run: RunDetail }): ReactNode {
  const say = useRunsWords();
  const { language } = usePreferences();
  const now = useNow();
  const { run } = props;
  const isOpen = run.status === 'running' || run.status === 'suspended';
  const lasted = (isOpen ? now : Date.parse(run.updated_at)) - Date.parse(run.created_at);
  const facts: readonly (readonly [string, string])[] = [
    ...(run.application === '' ? [] : [[say('fact.application'), run.application] as const]),
    [say('fact.agent'), run.agent_name],
    ...(run.waits_for === 'program' && !run.is_application_running
      ? [[say('status.program'), say('status.offline', { application: run.application })] as const]
      : []),
    ...(run.started_by === null ? [] : [[say('fact.by'), run.started_by] as const]),
    [say('fact.started'), formatExactly(run.created_at, language)],
    [say('fact.duration'), formatDuration(lasted, language)],
    ...(run.tokens === null ? [] : [[say('fact.tokens'), say('tokens', run.tokens)] as const]),
    ...(run.cost_usd === null ? [] : [[say('fact.cost'), formatCost(run.cost_usd, language)] as const]),
    [say('fact.policy'), run.policy],
    [say('fact.run'), run.run_id],
  ];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-[13.5px]">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="whitespace-nowrap text-soft">{name}</dt>
          <dd className="numeric break-all">
            <RevealedText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
