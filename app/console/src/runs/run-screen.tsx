import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Icon } from '../ui/controls/icon.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { useHasRole, useSession } from '../access/use-session.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { describeUser } from '../approvals/request/describe-reasons.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { Button } from '../ui/controls/button.tsx';
import { useContextTexts } from './context/use-context-texts.ts';
import { useRunContext, type ContextState } from './context/use-run-context.ts';
import { runQuery, type RunDetail } from './run.ts';
import { RunFacts } from './run-facts.tsx';
import { RunTimeline } from './run-timeline.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useRunsTexts } from './use-runs-texts.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';

const Conversation = lazyPart(() => import('./context/conversation.tsx').then((file) => file.Conversation));

/** One run: its input, its status, and its live timeline. */
export function RunScreen(): ReactNode {
  const t = useRunsTexts();
  const { runId = '' } = useParams({ strict: false });
  const run = useQuery(runQuery(useClient(), runId));
  const reading = useRunContext({ runId }, false);
  const mayTry = useHasRole('approver');
  return (
    <div className="flex w-full max-w-[88rem] flex-col gap-4 px-4 py-4 md:px-6">
      <Link to="/runs" className="flex w-fit items-center gap-1 text-body text-soft hover:text-ink">
        <Icon name="back" className="size-4" />
        {t('run.back')}
      </Link>
      {!run.data && <h1 className="sr-only">{t('title')}</h1>}
      {run.isPending && <Skeleton />}
      {run.isError && !run.data && <ErrorState error={run.error} onRetry={() => void run.refetch()} />}
      {run.data && (
        <>
          <header className="flex flex-col gap-2">
            <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
              <h1 className="min-w-0 flex-1 basis-80 text-headline font-semibold whitespace-pre-wrap">
                <RevealedText
                  text={
                    run.data.user_intent ??
                    t('list.noTask', { application: run.data.application || run.data.agent_name })
                  }
                />
                <span className="ml-3 inline-block align-middle text-section font-normal">
                  <StatusBadge run={run.data} />
                </span>
              </h1>
              <div className="flex flex-wrap gap-2 text-small">
                {mayTry && (
                  <Link to="/playground" search={{ mode: 'own', from: run.data.run_id }} className={LINK}>
                    <Icon name="playground" className="size-4" />
                    {t('run.fork')}
                  </Link>
                )}
                <Link to="/runs/compare" search={{ a: run.data.run_id }} className={LINK}>
                  <Icon name="runs" className="size-4" />
                  {t('run.compare')}
                </Link>
                <Link to="/audit" search={{ run: run.data.run_id }} className={LINK}>
                  <Icon name="audit" className="size-4" />
                  {t('run.audit')}
                </Link>
                <a
                  href={`/api/runs/${encodeURIComponent(run.data.run_id)}/log.jsonl`}
                  download
                  className={LINK}
                >
                  <Icon name="download" className="size-4" />
                  {t('run.download')}
                </a>
                <CancelButton run={run.data} />
                {run.data.waiting > 0 && (
                  <Link to="/inbox" search={{ run: run.data.run_id }} className={PRIMARY}>
                    <Icon name="inbox" className="size-4" />
                    {t('run.openInbox', { count: run.data.waiting })}
                  </Link>
                )}
              </div>
            </div>
            <RunFacts run={run.data} />
          </header>
          {run.data.is_truncated && (
            <p className="rounded-md bg-warn-tint px-4 py-2 text-warn">{t('run.truncated')}</p>
          )}
          <RunTimeline run={run.data} reading={reading} />
          {run.data.plan !== null && <RunPlan plan={run.data.plan} />}
          <RunConversation run={run.data} reading={reading} />
          {run.data.final_output !== null && (
            <section aria-labelledby="output" className="rounded-md border border-line bg-card px-4 py-3">
              <h2 id="output" className="mb-1 text-section font-semibold">
                {t('run.output')}
              </h2>
              <p className="break-words whitespace-pre-wrap">
                <RevealedText text={run.data.final_output} />
              </p>
            </section>
          )}
        </>
      )}
    </div>
  );
}

/** Cancels a run that waits in the queue and that no worker has started. */
function CancelButton({ run }: { readonly run: RunDetail }): ReactNode {
  const t = useRunsTexts();
  const client = useClient();
  const queries = useQueryClient();
  const explain = useExplainFailure();
  const mayCancel = useHasRole('approver');
  const cancel = useMutation({
    mutationFn: () => client.api.playground.requests[':run_id'].$delete({ param: { run_id: run.run_id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['run', run.run_id] }),
  });
  const isQueued = run.status === 'running' && run.waits_for === 'program' && run.segment === 0;
  if (!isQueued || !mayCancel) return null;
  return (
    <>
      {cancel.isError && (
        <span role="alert" className="self-center text-bad">
          {explain(cancel.error)}
        </span>
      )}
      <Button small tone="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('run.cancel')}
      </Button>
    </>
  );
}

/** The plan that was made before the run read untrusted content. */
function RunPlan({ plan }: { readonly plan: NonNullable<RunDetail['plan']> }): ReactNode {
  const t = useContextTexts();
  return (
    <section aria-labelledby="plan" className="rounded-md border border-line bg-card px-4 py-3">
      <h2 id="plan" className="text-section font-semibold">
        {t('plan.title')}
      </h2>
      <p className="text-small text-soft">{t(`plan.by.${plan.made_by}`)}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {plan.actions.map((action) => (
          <li key={action.tool} className="[overflow-wrap:anywhere]">
            <code className="font-mono">
              <RevealedText text={action.tool} />
            </code>{' '}
            <RevealedText
              text={action.arguments
                .map(({ name, from, tools }) => `${name} ← ${[from, ...tools].join(' ')}`)
                .join(', ')}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The conversation of the run, which is loaded on demand, because each reading is recorded. */
function RunConversation(props: { readonly run: RunDetail; readonly reading: ContextState }): ReactNode {
  const t = useContextTexts();
  const explain = useExplainFailure();
  const { language } = usePreferences();
  const { user: me } = useSession();
  const { state, context, failure, load } = props.reading;
  return (
    <section
      aria-labelledby="conversation"
      className="flex flex-col items-start gap-2 rounded-md border border-line bg-card px-4 py-3"
    >
      <h2 id="conversation" className="text-section font-semibold">
        {t('title')}
      </h2>
      {state === 'failed' && <p className="text-bad">{explain(failure)}</p>}
      {(state === 'unread' || state === 'failed') && (
        <Button small onClick={load}>
          {t('show')}
        </Button>
      )}
      {(state === 'loading' || state === 'forbidden') && <p className="text-soft">{t(state)}</p>}
      {context && (
        <Conversation context={context} user={describeUser(props.run.started_by, { language, me: me.id })} />
      )}
    </section>
  );
}

const LINK =
  'inline-flex min-h-9 items-center gap-1.5 rounded-md border border-edge bg-card px-3 font-semibold hover:bg-sunken';
const PRIMARY =
  'max-md:order-first inline-flex min-h-9 items-center gap-1.5 rounded-md bg-accent px-3 font-semibold text-on-accent hover:brightness-110';
