import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useContextTexts } from '../context/use-context-texts.ts';
import { useRunContext } from '../context/use-run-context.ts';
import { runQuery } from '../run.ts';
import { draftOfRun } from './draft-of-run.ts';
import { saveTrial } from './trial-draft.ts';

/** Copies a run into the stored draft, then opens the draft. The reading of the conversation is recorded. */
export function TrialOfRun({ runId }: { readonly runId: string }): ReactNode {
  const t = useContextTexts();
  const navigate = useNavigate();
  const { data, ...run } = useQuery(runQuery(useClient(), runId));
  const { state, context, failure, load } = useRunContext({ runId }, true);
  useEffect(() => {
    if (!data || !context) return;
    saveTrial(sessionStorage, { ...draftOfRun(data, context), from: runId });
    void navigate({ to: '/playground', search: { mode: 'own' }, replace: true });
  }, [data, context, runId, navigate]);
  if (state === 'forbidden') return <p className="text-soft">{t('forbidden')}</p>;
  if (run.isLoadingError) return <ErrorState error={run.error} onRetry={() => void run.refetch()} />;
  if (state === 'failed') return <ErrorState error={failure} onRetry={load} />;
  return <Skeleton />;
}
