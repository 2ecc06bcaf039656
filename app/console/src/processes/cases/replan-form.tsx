import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readResponse } from '../../api/read-response.ts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { parsePlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { Table, type Column } from '../../ui/display/table.tsx';
import { useShowResult } from '../../ui/display/results.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { caseQuery, casesQuery, type ChatCase } from '../../api/chat/chat-queries.ts';
import { formatDay } from '../format-day.ts';
import { useChatClient } from '../../api/chat/use-chat-client.ts';
import { useChatTexts } from '../use-chat-texts.ts';

/** Changes the goal date: it first displays the steps that would move, and moves them after a confirmation. */
export function ReplanForm({ current }: { readonly current: ChatCase }): ReactNode {
  const t = useChatTexts();
  const explainFailure = useExplainFailure();
  const { language } = usePreferences();
  const [goalDate, setGoalDate] = useState(current.goalDate);
  const client = useChatClient();
  const preview = useMutation({
    mutationFn: () =>
      readResponse(
        client.cases[':id'].replan.preview.$post({ param: { id: current.id }, json: { goalDate } }),
      ),
  });
  const apply = useApply(current);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    preview.mutate();
  };
  const names = new Map(current.steps.map(({ id, seq, name }) => [id, `${seq}. ${name}`]));
  const day = (text: string) => formatDay(parsePlainDate(text) ?? 0, language);
  type Move = NonNullable<typeof preview.data>['moves'][number];
  const columns: Column<Move>[] = [
    { key: 'name', heading: t('step.name'), cell: ({ stepId }) => names.get(stepId) ?? '' },
    {
      key: 'from',
      heading: t('replan.from'),
      cell: ({ from }) => <span className="numeric text-soft line-through">{day(from)}</span>,
    },
    {
      key: 'to',
      heading: t('replan.to'),
      cell: ({ to }) => <span className="numeric font-semibold">{day(to)}</span>,
    },
  ];
  const failure = apply.error ?? preview.error;
  const moves = preview.data?.moves;
  return (
    <section
      aria-label={t('replan.title')}
      className="flex flex-col gap-3 rounded-md border border-line bg-card p-3"
    >
      <div>
        <h3 className="font-semibold">{t('replan.title')}</h3>
        <p className="text-small text-soft">{t('replan.intro')}</p>
      </div>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('start.goal')}
          problem={failure ? explain(failure) : undefined}
          type="date"
          required
          value={goalDate}
          onChange={({ target }) => {
            setGoalDate(target.value);
            preview.reset();
          }}
        />
        <Button type="submit" busy={preview.isPending} disabled={goalDate === ''}>
          {t('replan.preview')}
        </Button>
        {moves !== undefined && (moves.length > 0 || goalDate !== current.goalDate) && (
          <Button tone="primary" busy={apply.isPending} onClick={() => apply.mutate(goalDate)}>
            {moves.length === 0 ? t('replan.applyGoal') : t('replan.apply', { count: moves.length })}
          </Button>
        )}
      </form>
      {moves !== undefined && moves.length === 0 && <p role="status">{t('replan.none')}</p>}
      {moves !== undefined && moves.length > 0 && (
        <Table caption={t('replan.moves')} columns={columns} rows={moves} keyOf={({ stepId }) => stepId} />
      )}
    </section>
  );

  function explain(error: unknown): string {
    const isConflict = error instanceof ApiProblem && error.code === 'VersionConflict';
    return isConflict ? t('case.conflict') : explainFailure(error);
  }
}

function useApply(current: ChatCase) {
  const t = useChatTexts();
  const { language } = usePreferences();
  const client = useChatClient();
  const queries = useQueryClient();
  const showResult = useShowResult();
  const { queryKey } = caseQuery(client, current.id);
  return useMutation({
    mutationFn: (goalDate: string) =>
      readResponse(
        client.cases[':id'].replan.apply.$post({
          param: { id: current.id },
          json: { goalDate, version: current.version },
        }),
      ),
    onSuccess: async ({ case: moved }) => {
      const date = formatDay(parsePlainDate(moved.goalDate) ?? 0, language);
      showResult({ text: t('replan.done', { date }), tone: 'good' });
      queries.setQueryData(queryKey, moved);
      await queries.invalidateQueries(casesQuery(client));
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}
