import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { Badge, type BadgeTone } from '../../ui/display/badge.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { RiskSquare } from '../../ui/display/risk-square.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { formatClock } from '../../ui/format/format-time.ts';
import { useGateReason } from '../../policies/gate/use-gate-reason.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { readGateSteps, type GateStep } from './read-gate-steps.ts';
import { usePlaygroundTexts } from './use-playground-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** Displays the decisions of the gate for the calls of a run. Live events refresh the run. */
export function GatePanel(props: { readonly runId: string | undefined }): ReactNode {
  const t = usePlaygroundTexts();
  const { runId } = props;
  return (
    <section aria-label={t('live.title')} className="rounded-md border border-line bg-card">
      <h2 className="border-b border-line px-4 py-2.5 text-section font-semibold">{t('live.title')}</h2>
      {runId === undefined ? (
        <EmptyState icon="playground" title={t('live.empty.title')}>
          {t('live.empty.text')}
        </EmptyState>
      ) : (
        <RunAtGate runId={runId} />
      )}
    </section>
  );
}

function RunAtGate({ runId }: { readonly runId: string }): ReactNode {
  const t = usePlaygroundTexts();
  const client = useClient();
  const run = useQuery({
    queryKey: ['run', runId],
    queryFn: () => readResponse(client.api.runs[':run_id'].$get({ param: { run_id: runId } })),
  });
  const reasons = useJapaneseReasons(runId);
  const explain = useGateReason();
  if (run.isPending) return <Skeleton rows={4} />;
  if (run.isLoadingError) return <ErrorState error={run.error} onRetry={() => void run.refetch()} />;
  const { status, spans, final_output: answer } = run.data;
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <span role="status">
          <Badge tone={STATUS_TONES[status]}>{t(`status.${status}`)}</Badge>
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <Link to="/runs/$runId" params={{ runId }} className={LINK}>
            <Icon name="runs" className="size-4" />
            {t('live.run')}
          </Link>
          {status === 'suspended' && (
            <Link to="/inbox" search={{ run: runId }} className={LINK}>
              <Icon name="inbox" className="size-4" />
              {t('live.inbox')}
            </Link>
          )}
        </span>
      </div>
      <ol aria-label={t('live.steps')} aria-live="polite" className="flex flex-col gap-2">
        {readGateSteps(spans).map((step) => (
          <Step
            key={step.id}
            step={step}
            reason={reasons.get(step.wait?.approvalId ?? '') ?? (step.reason && explain(step.reason))}
          />
        ))}
      </ol>
      {status === 'running' && <p className="animate-pulse text-body text-soft">{t('live.working')}</p>}
      {answer !== null && answer !== '' && (
        <div className="rounded-md bg-sunken p-3">
          <h3 className="text-small font-semibold text-soft">{t('live.answer')}</h3>
          <p className="break-words whitespace-pre-wrap">
            <RevealedText text={answer} />
          </p>
        </div>
      )}
    </div>
  );
}

/** The audit log contains reasons in English; requests contain them in Japanese too. */
function useJapaneseReasons(runId: string): ReadonlyMap<string, string> {
  const client = useClient();
  const { language } = usePreferences();
  const approvals = useQuery({
    queryKey: ['approvals', 'detail', 'of-run', runId],
    queryFn: () => readResponse(client.api.approvals.$get({ query: { run_id: runId, status: 'all' } })),
    enabled: language === 'ja',
  });
  const found = language === 'ja' ? (approvals.data?.items ?? []) : [];
  return new Map(found.map(({ approval_id: id, reason_ja: reason }) => [id, reason]));
}

function Step({ step, reason }: { readonly step: GateStep; readonly reason: string | undefined }): ReactNode {
  const t = usePlaygroundTexts();
  const { language } = usePreferences();
  return (
    <li className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-body font-semibold break-all">
          <RevealedText text={step.tool} />
        </code>
        <Badge tone={VERDICT_TONES[step.verdict]}>{t(`verdict.${step.verdict}`)}</Badge>
        {step.risk !== undefined && <RiskSquare level={step.risk} />}
        <time dateTime={step.at} className="numeric ml-auto text-small text-soft">
          {formatClock(step.at, language)}
        </time>
      </div>
      {reason !== undefined && (
        <p className="mt-1 text-body">
          <RevealedText text={reason} />
        </p>
      )}
      {step.argumentsText !== '' && (
        <p className="mt-1 line-clamp-2 font-mono text-small break-all text-soft">
          <RevealedText text={step.argumentsText} />
        </p>
      )}
      {step.wait !== undefined && (
        <p className="mt-1 text-small text-soft">{t(`step.wait.${step.wait.status}`)}</p>
      )}
      {step.outcome !== undefined && (
        <p className="mt-1 text-small text-soft">{t(`step.tool.${step.outcome}`)}</p>
      )}
    </li>
  );
}

const LINK =
  'flex min-h-8 items-center gap-1.5 rounded-md border border-edge px-2.5 text-small font-semibold hover:bg-sunken';

const VERDICT_TONES: Readonly<Record<GateStep['verdict'], BadgeTone>> = {
  allow: 'good',
  deny: 'bad',
  needs_human: 'warn',
};

const STATUS_TONES = {
  running: 'info',
  suspended: 'warn',
  done: 'good',
  failed: 'bad',
  denied: 'bad',
  expired: 'neutral',
} as const satisfies Readonly<Record<string, BadgeTone>>;
