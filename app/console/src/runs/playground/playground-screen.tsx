import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient, type ConsoleClient } from '../../api/console-client.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { readResponse } from '../../api/read-response.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Screen } from '../../ui/display/screen.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useShowResult } from '../../ui/display/results.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { GatePanel } from './gate-panel.tsx';
import { ScenarioCard, type Scenario } from './scenario-card.tsx';
import { usePlaygroundTexts } from './use-playground-texts.ts';

const TOPICS = ['mail', 'files', 'payments'] as const;

/** Tasks for demo agents, and the decisions of the gate for each of their calls. */
export function PlaygroundScreen(): ReactNode {
  const t = usePlaygroundTexts();
  const client = useClient();
  const search = useSearch({ strict: false });
  const playground = useQuery({
    queryKey: ['playground'],
    queryFn: () => readResponse(client.api.playground.$get()),
  });
  const start = useStart(client);
  return (
    <Screen title={t('title')} intro={t('intro')}>
      {playground.isPending && <Skeleton />}
      {playground.isLoadingError && (
        <ErrorState error={playground.error} onRetry={() => void playground.refetch()} />
      )}
      {playground.data?.scenarios.length === 0 && (
        <EmptyState icon="playground" title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      )}
      {playground.data !== undefined && playground.data.scenarios.length > 0 && (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <div className="flex flex-col gap-5">
            {TOPICS.map((topic) => (
              <section key={topic} aria-label={t(`topic.${topic}`)}>
                <h2 className="mb-2 text-section font-semibold">{t(`topic.${topic}`)}</h2>
                <div className="flex flex-col gap-2.5">
                  {playground.data.scenarios
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
      )}
    </Screen>
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
      navigate({ to: '/playground', search: { scenario: id, run }, replace: true }),
    onError: (error) => showResult({ text: explain(error), tone: 'bad' }),
  });
}
