import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { readResponse } from '../../api/read-response.ts';
import { useMemo, type ReactNode } from 'react';
import type { HolidayCalendar } from '../../../../server/src/processes/schedule/business-calendar.ts';
import { parsePlainDate, type PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useShowResult } from '../../ui/display/results.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { CaseTable, type StepChange } from './case-table.tsx';
import { caseQuery, type ChatCase } from '../../api/chat/chat-queries.ts';
import { DeleteButton } from '../delete-button.tsx';
import { RenameButton } from '../rename-button.tsx';
import { formatDay } from '../format-day.ts';
import { planOfCase } from './plan-of-case.ts';
import type { PlanView } from '../plan/plan-view.ts';
import { PlanViews } from '../plan/plan-views.tsx';
import { PlanWarnings } from '../plan/plan-warnings.tsx';
import { ReplanForm } from './replan-form.tsx';
import { useChatClient } from '../../api/chat/use-chat-client.ts';
import { useChatTexts } from '../use-chat-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** The properties of the case view. */
type CaseViewProps = {
  readonly today: PlainDate;
  readonly holidays: HolidayCalendar;
  readonly view: PlanView;
  readonly onView: (view: PlanView) => void;
};

/** One running case: its steps in three views, its warnings, replanning and files. */
export function CaseView(props: CaseViewProps & { readonly id: string }): ReactNode {
  const found = useQuery(caseQuery(useChatClient(), props.id));
  if (found.isPending) return <Skeleton />;
  if (found.isLoadingError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return <LoadedCase {...props} current={found.data} />;
}

function LoadedCase(props: CaseViewProps & { readonly current: ChatCase }): ReactNode {
  const { current, today, holidays } = props;
  const t = useChatTexts();
  const { language } = usePreferences();
  const goal = parsePlainDate(current.goalDate) ?? today;
  const telling = useMemo(() => ({ t, language, goal, holidays }), [t, language, goal, holidays]);
  const planned = useMemo(() => planOfCase(current), [current]);
  const change = useStepChange(current);
  return (
    <div className="flex flex-col gap-3">
      <Link
        to="/chat/cases"
        className="flex items-center gap-1 self-start text-small text-soft hover:text-ink"
      >
        <Icon name="back" className="size-4" />
        {t('cases.back')}
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-section font-semibold break-words">
          <RevealedText text={current.name} />
        </h2>
        <CaseActions current={current} />
        <span className="numeric text-soft">{t('cases.goal', { date: formatDay(goal, language) })}</span>
        <span className="ml-auto flex gap-2">
          {(['csv', 'ics'] as const).map((format) => (
            <a
              key={format}
              href={`/cases/${encodeURIComponent(current.id)}/export?format=${format}`}
              download
              className="flex min-h-8 items-center gap-1.5 rounded-md border border-edge bg-card px-2.5 text-small font-semibold hover:bg-sunken"
            >
              <Icon name="download" className="size-4" />
              {t(`case.export.${format}`)}
            </a>
          ))}
        </span>
      </div>
      <PlanWarnings steps={planned} />
      <PlanViews
        view={props.view}
        onView={props.onView}
        steps={planned}
        today={today}
        telling={telling}
        table={
          <CaseTable
            current={current}
            planned={planned}
            telling={telling}
            isBusy={change.isPending}
            onChange={(stepId, fields) => change.mutate({ stepId, fields })}
          />
        }
      />
      <ReplanForm key={current.version} current={current} />
    </div>
  );
}

function CaseActions({ current }: { readonly current: ChatCase }): ReactNode {
  const client = useChatClient();
  const navigate = useNavigate();
  const { id, name, version } = current;
  return (
    <span className="flex">
      <RenameButton
        kind="case"
        name={name}
        current={name}
        rename={(given) => client.cases[':id'].$patch({ param: { id }, json: { version, name: given } })}
      />
      <DeleteButton
        kind="case"
        name={name}
        remove={() => client.cases[':id'].$delete({ param: { id }, query: { version: `${version}` } })}
        onRemoved={() => navigate({ to: '/chat/cases' })}
      />
    </span>
  );
}

function useStepChange(current: ChatCase) {
  const t = useChatTexts();
  const explain = useExplainFailure();
  const client = useChatClient();
  const queries = useQueryClient();
  const showResult = useShowResult();
  const { queryKey } = caseQuery(client, current.id);
  return useMutation({
    mutationFn: ({ stepId, fields }: { stepId: string; fields: StepChange }) =>
      readResponse(
        client.cases[':id'].steps[':stepId'].$patch({
          param: { id: current.id, stepId },
          json: { version: current.version, ...fields },
        }),
      ),
    onSuccess: async (changed) => {
      queries.setQueryData(queryKey, changed);
      await queries.invalidateQueries({ queryKey: ['chat', 'cases'] });
    },
    onError: async (error) => {
      const isConflict = error instanceof ApiProblem && error.code === 'VersionConflict';
      showResult({ text: isConflict ? t('case.conflict') : explain(error), tone: 'bad' });
      await queries.invalidateQueries({ queryKey });
    },
  });
}
