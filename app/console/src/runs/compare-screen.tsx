import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { Select } from '../ui/controls/select.tsx';
import { Badge } from '../ui/display/badge.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Table } from '../ui/display/table.tsx';
import { formatCost } from '../ui/format/format-cost.ts';
import { formatDuration } from '../ui/format/format-duration.ts';
import { formatExactly, formatMoment } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { lastedMs } from './lasted-ms.ts';
import { isSame, toCompared } from './playground/compare-steps.ts';
import { readGateSteps, type GateStep } from './playground/read-gate-steps.ts';
import { RunStep, useStepReason } from './playground/run-step.tsx';
import { useDifference } from './playground/use-difference.ts';
import { usePlaygroundTexts } from './playground/use-playground-texts.ts';
import { runQuery, type RunDetail } from './run.ts';
import { StatusBadge } from './status-badge.tsx';
import { useRunsTexts } from './use-runs-texts.ts';

const MAX_CHOICES = '100';

/** Two runs side by side, with a sentence that names the first difference. The runs are in the address. */
export function CompareScreen(): ReactNode {
  const t = usePlaygroundTexts();
  const client = useClient();
  const { a = '', b = '' } = useSearch({ strict: false });
  const first = useQuery({ ...runQuery(client, a), enabled: a !== '' });
  const second = useQuery({ ...runQuery(client, b), enabled: b !== '' });
  const failed = [first, second].find((run) => run.isLoadingError);
  return (
    <Screen title={t('compare.title')}>
      <div className="mb-4 grid grid-cols-1 gap-2 sm:grid-cols-2">
        <RunChoice side="a" chosen={first.data} />
        <RunChoice side="b" chosen={second.data} />
      </div>
      {a === '' || b === '' ? (
        <EmptyState icon="runs" title={t('compare.empty.title')}>
          {t('compare.empty.text')}
        </EmptyState>
      ) : failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : first.data && second.data ? (
        <Compared a={first.data} b={second.data} />
      ) : (
        <Skeleton />
      )}
    </Screen>
  );
}

/** Chooses one of the newest runs. The chosen run may be older. */
function RunChoice(props: { readonly side: 'a' | 'b'; readonly chosen: RunDetail | undefined }): ReactNode {
  const t = usePlaygroundTexts();
  const client = useClient();
  const navigate = useNavigate();
  const { language } = usePreferences();
  const now = useNow();
  const { side, chosen } = props;
  const value = useSearch({ strict: false })[side] ?? '';
  const { data } = useQuery({
    queryKey: ['runs', 'choices'],
    queryFn: () => readResponse(client.api.runs.$get({ query: { limit: MAX_CHOICES } })),
  });
  const items = data?.items ?? [];
  const isListed = items.some(({ run_id: id }) => id === value);
  return (
    <Select
      label={t(`compare.${side}`)}
      isNamed
      value={value}
      options={[
        { value: '', label: t('compare.none') },
        ...[...(chosen && !isListed ? [chosen] : []), ...items].map((run) => ({
          value: run.run_id,
          label: `${run.user_intent ?? run.agent_name} · ${formatMoment(run.created_at, language, now)}`,
        })),
      ]}
      onChange={(next) =>
        void navigate({ to: '.', search: (before) => ({ ...before, [side]: next }), replace: true })
      }
    />
  );
}

function Compared({ a, b }: { readonly a: RunDetail; readonly b: RunDetail }): ReactNode {
  const t = usePlaygroundTexts();
  const difference = useDifference();
  const [stepsOfA, stepsOfB] = [readGateSteps(a.spans), readGateSteps(b.spans)];
  const [reasonOfA, reasonOfB] = [useStepReason(a.run_id), useStepReason(b.run_id)];
  const [comparedA, comparedB] = [stepsOfA.map(toCompared), stepsOfB.map(toCompared)];
  const count = Math.max(stepsOfA.length, stepsOfB.length);
  const cellOf = (step: GateStep | undefined, reasonOf: (step: GateStep) => string | undefined) =>
    step ? (
      <RunStep step={step} reason={reasonOf(step)} />
    ) : (
      <span className="text-soft">{t('compare.noStep')}</span>
    );
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="rounded-md bg-info-tint px-4 py-3 text-section font-semibold">
        <RevealedText text={difference({ name: 'A', steps: comparedA }, { name: 'B', steps: comparedB })} />
      </p>
      <Table
        caption={t('compare.steps')}
        stacks
        columns={[
          {
            key: 'step',
            heading: t('compare.step'),
            cell: (index: number) => (
              <span className="flex flex-wrap items-center gap-1.5 whitespace-nowrap">
                <span className="numeric">{index + 1}</span>
                {!isSame(comparedA[index], comparedB[index]) && (
                  <Badge tone="warn">{t('compare.different')}</Badge>
                )}
              </span>
            ),
          },
          { key: 'a', heading: t('compare.a'), cell: (index) => cellOf(stepsOfA[index], reasonOfA) },
          { key: 'b', heading: t('compare.b'), cell: (index) => cellOf(stepsOfB[index], reasonOfB) },
        ]}
        rows={Array.from({ length: count }, (_, index) => index)}
        keyOf={String}
      />
      <FactsOfBoth a={a} b={b} />
    </div>
  );
}

function FactsOfBoth({ a, b }: { readonly a: RunDetail; readonly b: RunDetail }): ReactNode {
  const t = usePlaygroundTexts();
  const runs = useRunsTexts();
  const { language } = usePreferences();
  const now = useNow();
  const facts: readonly (readonly [string, (run: RunDetail) => ReactNode])[] = [
    [runs('list.status'), (run) => <StatusBadge run={run} />],
    [runs('fact.by'), (run) => <RevealedText text={run.started_by ?? '–'} />],
    [runs('fact.agent'), (run) => <RevealedText text={run.agent_name} />],
    [runs('fact.application'), (run) => <RevealedText text={run.application || '–'} />],
    [runs('fact.policy'), (run) => <RevealedText text={run.policy} />],
    [runs('fact.started'), (run) => formatExactly(run.created_at, language)],
    [runs('fact.duration'), (run) => formatDuration(lastedMs(run, now), language)],
    [runs('fact.questions'), (run) => run.questions],
    [runs('fact.tokens'), (run) => (run.tokens === null ? '–' : runs('tokens', run.tokens))],
    [runs('fact.cost'), (run) => (run.cost_usd === null ? '–' : formatCost(run.cost_usd, language))],
  ];
  return (
    <Table
      caption={t('compare.facts')}
      stacks
      columns={[
        { key: 'fact', heading: t('compare.fact'), cell: ([name]: (typeof facts)[number]) => name },
        { key: 'a', heading: t('compare.a'), cell: ([, valueOf]) => valueOf(a) },
        { key: 'b', heading: t('compare.b'), cell: ([, valueOf]) => valueOf(b) },
      ]}
      rows={facts}
      keyOf={([name]) => name}
    />
  );
}
