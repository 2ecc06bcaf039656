import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { Badge, type BadgeTone } from '../../ui/display/badge.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { runQuery } from '../run.ts';
import { readGateSteps } from './read-gate-steps.ts';
import { RunStep, useStepReason } from './run-step.tsx';
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
  const run = useQuery(runQuery(useClient(), runId));
  const reasonOf = useStepReason(runId);
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
          <li key={step.id}>
            <RunStep step={step} reason={reasonOf(step)} />
          </li>
        ))}
      </ol>
      {status === 'running' && (
        <p className="animate-pulse text-body text-soft">
          {run.data.waits_for === 'program'
            ? t('live.queued', { application: run.data.application })
            : t('live.working')}
        </p>
      )}
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

const LINK =
  'flex min-h-8 items-center gap-1.5 rounded-md border border-edge px-2.5 text-small font-semibold hover:bg-sunken';

const STATUS_TONES = {
  running: 'info',
  suspended: 'warn',
  done: 'good',
  failed: 'bad',
  denied: 'bad',
  expired: 'neutral',
} as const satisfies Readonly<Record<string, BadgeTone>>;
