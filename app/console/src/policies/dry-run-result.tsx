import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../ui/display/badge.tsx';
import { Table, type Column } from '../ui/display/table.tsx';
import { Icon } from '../ui/controls/icon.tsx';
import { useGateReason } from './gate/use-gate-reason.ts';
import type { DryRun } from './policy-queries.ts';
import { usePoliciesTexts, type PoliciesTranslate } from './use-policies-texts.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { shortRunId } from '../ui/format/short-run-id.ts';

const STRICTNESS: Readonly<Record<string, number>> = { allow: 0, needs_human: 1, deny: 2 };

/** Displays the progress of a dry run, and the recorded calls for which the profile would decide differently. */
export function DryRunResult({ result }: { readonly result: DryRun }): ReactNode {
  const t = usePoliciesTexts();
  const explain = useGateReason();
  const { status, runs, calls, fewer, more, changes, changes_total: total, skipped } = result;
  if (status === 'running') return <Progress result={result} />;
  if (status === 'failed') {
    return (
      <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
        {t('dry.failed')}
      </p>
    );
  }
  return (
    <section
      aria-label={t('dry.title')}
      className="flex flex-col gap-2 rounded-md border border-line bg-card p-3"
    >
      <div role="status">
        <h2 className="font-semibold">
          {t('dry.questions', { runs, fewer: fewer.total, more })}
          {fewer.total > 0 && ` ${t('dry.decided', { approved: fewer.approved, denied: fewer.denied })}`}
        </h2>
        <p className="text-small text-soft">
          {total === 0 ? t('dry.none') : t('dry.count', { count: total })} {t('dry.summary', { calls })}
        </p>
      </div>
      {fewer.denied > 0 && (
        <p className="flex items-center gap-2 rounded-md bg-bad-tint px-3 py-2 text-bad">
          <Icon name="alert" />
          {t('dry.rejected', { count: fewer.denied })}
        </p>
      )}
      {changes.length > 0 && (
        <Table
          stacks
          caption={t('dry.count', { count: total })}
          columns={columnsOf(t, explain)}
          rows={changes}
          keyOf={({ run_id: run, seq }) => `${run}#${seq}`}
        />
      )}
      {changes.length < total && (
        <p className="text-small text-soft">{t('dry.more', { count: total - changes.length })}</p>
      )}
      {skipped.length > 0 && (
        <div className="text-small text-soft">
          <p>{t('dry.skipped', { count: skipped.reduce((sum, each) => sum + each.runs, 0) })}</p>
          <ul className="mt-1 list-disc pl-5">
            {skipped.map(({ cause, profile, runs: count, examples }) => (
              <li key={`${cause} ${profile}`}>
                {t(`skip.${cause}`, { count, profile: profile ?? '' })}{' '}
                {examples.map((run) => (
                  <span key={run}>
                    <RunLink run={run} />{' '}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Progress({ result }: { readonly result: DryRun }): ReactNode {
  const t = usePoliciesTexts();
  const { read, total, runs } = result;
  const label = t('dry.progress', { read, total, runs });
  return (
    <div className="flex flex-col gap-1 rounded-md border border-line bg-card p-3">
      <p role="status">{label}</p>
      <progress
        aria-label={label}
        max={Math.max(1, total)}
        value={read}
        className="h-2 w-full accent-accent"
      />
    </div>
  );
}

function columnsOf(
  t: PoliciesTranslate,
  explain: ReturnType<typeof useGateReason>,
): Column<DryRun['changes'][number]>[] {
  return [
    { key: 'run', heading: t('dry.run'), cell: ({ run_id: run }) => <RunLink run={run} /> },
    {
      key: 'person',
      heading: t('dry.person'),
      cell: ({ person }) =>
        person === null ? '–' : <Badge tone={PEOPLE[person]}>{t(`person.${person}`)}</Badge>,
    },
    {
      key: 'tool',
      heading: t('dry.tool'),
      cell: ({ tool_id: tool, arguments_text: text, agent, application }) => (
        <div className="max-w-72 min-w-40">
          <span className="block text-small text-soft">
            <RevealedText text={[application, agent].filter((name) => name !== '').join(' · ')} />
          </span>
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
      {shortRunId(run)}
    </Link>
  );
}

const TONES: Readonly<Record<'allow' | 'needs_human' | 'deny', BadgeTone>> = {
  allow: 'good',
  needs_human: 'warn',
  deny: 'bad',
};

const PEOPLE: Readonly<Record<'approved' | 'denied' | 'expired', BadgeTone>> = {
  approved: 'good',
  denied: 'bad',
  expired: 'neutral',
};
