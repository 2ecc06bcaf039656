import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useHasRole } from '../../access/use-session.ts';
import { useClient, type ConsoleClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field, TextArea } from '../../ui/controls/field.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { formatMoment } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { GatePanel } from './gate-panel.tsx';
import { emptyCall, saveTrial } from './trial-draft.ts';
import { usePlaygroundTexts } from './use-playground-texts.ts';

/** The agents of other programs on this store: their tools for a trial, and a run that their own program executes. */
export function KnownAgents(): ReactNode {
  const t = usePlaygroundTexts();
  const client = useClient();
  const agents = useQuery({
    queryKey: ['playground', 'agents'],
    queryFn: () => fetchAgents(client),
    refetchInterval: 10_000,
  });
  const runId = useSearch({ strict: false })['run'];
  if (agents.isPending) return <Skeleton />;
  if (agents.isError) return <ErrorState error={agents.error} onRetry={() => void agents.refetch()} />;
  if (agents.data.items.length === 0) {
    return (
      <EmptyState icon="playground" title={t('agents.empty.title')}>
        {t('agents.empty.text')}
      </EmptyState>
    );
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="flex flex-col gap-3">
        <details className="rounded-md bg-info-tint px-3 py-1 text-small">
          <summary className="min-h-8 cursor-pointer py-1.5">{t('agents.limits')}</summary>
          <p className="pb-1.5">{t('agents.limits.more')}</p>
        </details>
        {agents.data.items.map((agent) => (
          <AgentCard key={`${agent.application} ${agent.agent}`} agent={agent} />
        ))}
      </div>
      <div className="lg:sticky lg:top-4">
        <GatePanel runId={runId} />
      </div>
    </div>
  );
}

const fetchAgents = (client: ConsoleClient) => readResponse(client.api.playground.agents.$get());
type KnownAgent = Awaited<ReturnType<typeof fetchAgents>>['items'][number];

function AgentCard({ agent }: { readonly agent: KnownAgent }): ReactNode {
  const t = usePlaygroundTexts();
  const { language } = usePreferences();
  const now = useNow();
  const navigate = useNavigate();
  const { application, agent: name, tools } = agent;
  const tryTools = () => {
    saveTrial(sessionStorage, { task: '', profile: '', tools, calls: [emptyCall(tools[0]?.name ?? '')] });
    void navigate({ to: '/playground', search: { mode: 'own' } });
  };
  return (
    <article className="flex flex-col gap-2 rounded-md border border-line bg-card p-3.5">
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        <RevealedText text={`${name} · ${application}`} />
        <Badge tone={agent.is_running ? 'good' : 'neutral'}>
          {t(agent.is_running ? 'agents.running' : 'agents.offline')}
        </Badge>
      </h2>
      <p className="text-small text-soft">
        {t('agents.lastRun', { when: formatMoment(agent.last_run_at, language, now) })}
      </p>
      <p className="flex flex-wrap gap-1.5">
        {tools.map((tool) => (
          <code key={tool.name} className="rounded bg-sunken px-1.5 font-mono text-small break-all">
            <RevealedText text={tool.name} />
          </code>
        ))}
      </p>
      <Button small className="self-start" disabled={tools.length === 0} onClick={tryTools}>
        {t('agents.tryTools')}
      </Button>
      <RequestRun agent={agent} />
    </article>
  );
}

function RequestRun({ agent }: { readonly agent: KnownAgent }): ReactNode {
  const t = usePlaygroundTexts();
  const client = useClient();
  const explain = useExplainFailure();
  const navigate = useNavigate();
  const isAdmin = useHasRole('admin');
  const [task, setTask] = useState('');
  const request = useMutation({
    mutationFn: () => {
      const json = { application: agent.application, agent: agent.agent, task };
      return readResponse(client.api.playground.requests.$post({ json }));
    },
    onSuccess: ({ run_id: run }) => navigate({ to: '/playground', search: { mode: 'agents', run } }),
  });
  const obstacle = !isAdmin
    ? t('agents.adminOnly')
    : !agent.can_request
      ? t('agents.noQueue')
      : !agent.is_running
        ? t('agents.notRunning', { application: agent.application })
        : undefined;
  if (obstacle !== undefined) return <p className="text-small text-soft">{obstacle}</p>;
  return (
    <form
      className="flex flex-col gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        request.mutate();
      }}
    >
      <Field
        label={t('agents.task')}
        hint={t('agents.task.hint')}
        problem={request.isError ? explain(request.error) : undefined}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={8000}
            value={task}
            onChange={({ target }) => setTask(target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        small
        tone="primary"
        className="self-start"
        busy={request.isPending}
        disabled={task.trim() === ''}
      >
        {t('agents.request')}
      </Button>
    </form>
  );
}
