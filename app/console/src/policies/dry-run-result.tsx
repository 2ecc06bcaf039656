import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../ui/display/badge.tsx';
import { Table, type Column } from '../ui/display/table.tsx';
import { formatDuration } from '../ui/format/format-duration.ts';
import { useGateReason } from './gate/use-gate-reason.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import type { DryRun } from './policy-queries.ts';
import { usePoliciesTexts, type PoliciesTranslate } from './use-policies-texts.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';

const STRICTNESS: Readonly<Record<string, number>> = { allow: 0, needs_human: 1, deny: 2 };

/** Displays the recorded calls for which a profile would decide differently. */
export function DryRunResult({ result }: { readonly result: DryRun }): ReactNode {
  const t = usePoliciesTexts();
  const { language } = usePreferences();
  const explain = useGateReason();
  const { runs, calls, changes, skipped, took_ms: took } = result;
  if (runs === 0 && skipped.length === 0) return <p role="status">{t('dry.empty')}</p>;
  return (
    <section
      aria-label={t('dry.title')}
      className="flex flex-col gap-2 rounded-md border border-line bg-card p-3"
    >
      <div role="status">
        <h2 className="font-semibold">
          {changes.length === 0 ? t('dry.none') : t('dry.count', { count: changes.length })}
        </h2>
        <p className="text-small text-soft">
          {t('dry.summary', { runs, calls, took: formatDuration(took, language) })}
        </p>
      </div>
      {changes.length > 0 && (
        <Table
          caption={t('dry.count', { count: changes.length })}
          columns={columnsOf(t, explain)}
          rows={changes}
          keyOf={({ run_id: run, step, tool_id: tool }) => `${run}#${step}#${tool}`}
        />
      )}
      {skipped.length > 0 && (
        <details className="text-small text-soft">
          <summary>{t('dry.skipped', { count: skipped.length })}</summary>
          <ul className="mt-1 list-disc pl-5">
            {skipped.map(({ run_id: run, why }) => (
              <li key={run}>
                <RunLink run={run} />: {t(`skip.${why}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function columnsOf(
  t: PoliciesTranslate,
  explain: ReturnType<typeof useGateReason>,
): Column<DryRun['changes'][number]>[] {
  return [
    { key: 'run', heading: t('dry.run'), cell: ({ run_id: run }) => <RunLink run={run} /> },
    {
      key: 'tool',
      heading: t('dry.tool'),
      cell: ({ tool_id: tool, arguments_text: text }) => (
        <div className="max-w-72 min-w-40">
          <code className="font-mono text-small font-semibold break-all">
            <RevealedText text={tool} />
          </code>
          <span className="line-clamp-2 font-mono text-small break-all text-soft">
            <RevealedText text={text} />
          </span>
        </div>
      ),
    },
    { key: 'was', heading: t('dry.was'), cell: ({ was }) => <DecisionBadge decision={was} t={t} /> },
    {
      key: 'then',
      heading: t('dry.wouldBe'),
      cell: ({ was, would_be: then }) => (
        <span className="flex flex-col items-start gap-0.5">
          <DecisionBadge decision={then} t={t} />
          <span className="text-small text-soft">
            {t((STRICTNESS[then] ?? 2) < (STRICTNESS[was] ?? 2) ? 'dry.looser' : 'dry.stricter')}
          </span>
        </span>
      ),
    },
    {
      key: 'reason',
      heading: t('dry.reason'),
      cell: ({ reason, reason_ja, rule_ids: rules }) => (
        <div className="min-w-48">
          <RevealedText text={explain({ reason, reason_ja })} />
          <span className="block font-mono text-small break-all text-soft">{rules.join(', ')}</span>
        </div>
      ),
    },
  ];
}

function DecisionBadge(props: { readonly decision: string; readonly t: PoliciesTranslate }): ReactNode {
  const known = (['allow', 'needs_human', 'deny'] as const).find((name) => name === props.decision);
  if (known === undefined) return <Badge>{props.decision}</Badge>;
  return <Badge tone={TONES[known]}>{props.t(`decision.${known}`)}</Badge>;
}

function RunLink({ run }: { readonly run: string }): ReactNode {
  return (
    <Link
      to="/runs/$runId"
      params={{ runId: run }}
      className="font-mono text-small text-accent underline underline-offset-2"
    >
      {run.slice(0, 12)}
    </Link>
  );
}

const TONES: Readonly<Record<'allow' | 'needs_human' | 'deny', BadgeTone>> = {
  allow: 'good',
  needs_human: 'warn',
  deny: 'bad',
};
