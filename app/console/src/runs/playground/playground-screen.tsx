import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient, type ConsoleClient } from '../../api/console-client.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { readResponse } from '../../api/read-response.ts';
import { SegmentedChoice } from '../../ui/controls/segmented-choice.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Screen } from '../../ui/display/screen.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useShowResult } from '../../ui/display/results.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { GatePanel } from './gate-panel.tsx';
import { playgroundQuery, type Playground } from './playground-query.ts';
import { ScenarioCard, type Scenario } from './scenario-card.tsx';
import { usePlaygroundTexts } from './use-playground-texts.ts';

const LOADING = { waiting: <Skeleton rows={6} /> };
const OwnTrial = lazyPart(() => import('./own-trial.tsx').then((file) => file.OwnTrial), LOADING);
const TrialOfRun = lazyPart(() => import('./trial-of-run.tsx').then((file) => file.TrialOfRun), LOADING);
const KnownAgents = lazyPart(() => import('./known-agents.tsx').then((file) => file.KnownAgents), LOADING);

const MODES = ['demo', 'own', 'agents'] as const;
const TOPICS = ['mail', 'files', 'payments'] as const;

/** Tasks for demo agents, tasks that the user writes, and agents of other programs, with the decisions of the gate. */
export function PlaygroundScreen(): ReactNode {
  const t = usePlaygroundTexts();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const playground = useQuery(playgroundQuery(useClient()));
  const hasDemo = playground.data?.scenarios.length !== 0;
  const mode = MODES.find((name) => name === search['mode']) ?? (hasDemo ? 'demo' : 'own');
  return (
    <Screen
      title={t('title')}
      intro={t(`intro.${mode}`)}
      actions={
        <SegmentedChoice
          label={t('mode')}
          value={mode}
          options={MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
          onChange={(next) => void navigate({ to: '/playground', search: { mode: next }, replace: true })}
        />
      }
    >
      {playground.isPending && <Skeleton />}
      {playground.isLoadingError && (
        <ErrorState error={playground.error} onRetry={() => void playground.refetch()} />
      )}
      {playground.data && mode === 'demo' && <DemoTasks scenarios={playground.data.scenarios} />}
      {mode === 'own' && search['from'] !== undefined && <TrialOfRun runId={search['from']} />}
      {playground.data && mode === 'own' && search['from'] === undefined && (
        <OwnTrial examples={playground.data.examples} />
      )}
      {mode === 'agents' && <KnownAgents />}
    </Screen>
  );
}

function DemoTasks({ scenarios }: { readonly scenarios: Playground['scenarios'] }): ReactNode {
  const t = usePlaygroundTexts();
  const search = useSearch({ strict: false });
  const start = useStart(useClient());
  if (scenarios.length === 0) {
    return (
      <EmptyState icon="playground" title={t('empty.title')}>
        {t('empty.text')}
      </EmptyState>
    );
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="flex flex-col gap-5">
        {TOPICS.map((topic) => (
          <section key={topic} aria-label={t(`topic.${topic}`)}>
            <h2 className="mb-2 text-section font-semibold">{t(`topic.${topic}`)}</h2>
            <div className="flex flex-col gap-2.5">
              {scenarios
                .filter((scenario) => scenario.topic === topic)
                .map((scenario) => (
                  <ScenarioCard
                    key={scenario.id}
                    scenario={scenario}
                    isOpen={scenario.id === search['scenario']}
                    isStarting={start.isPending && start.variables === scenario}
                    onStart={() => start.mutate(scenario)}
                  />
                ))}
            </div>
          </section>
        ))}
      </div>
      <div className="lg:sticky lg:top-4">
        <GatePanel runId={search['run']} />
      </div>
    </div>
  );
}

function useStart(client: ConsoleClient) {
  const explain = useExplainFailure();
  const { language } = usePreferences();
  const navigate = useNavigate();
  const showResult = useShowResult();
  return useMutation({
    mutationFn: ({ id }: Scenario) =>
      readResponse(client.api.playground.runs.$post({ json: { scenario: id, language } })),
    onSuccess: ({ run_id: run }, { id }) =>
      navigate({ to: '/playground', search: { mode: 'demo', scenario: id, run }, replace: true }),
    onError: (error) => showResult({ text: explain(error), tone: 'bad' }),
  });
}
