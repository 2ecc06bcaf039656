import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { readResponse } from '../../api/read-response.ts';
import { useMemo, type ReactNode } from 'react';
import type { HolidayCalendar } from '../../../../server/src/processes/schedule/business-calendar.ts';
import { parsePlainDate, type PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { useSession } from '../../access/use-session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { CaseTable, type StepChange } from './case-table.tsx';
import { caseQuery, type ChatCase } from '../../api/chat/chat-queries.ts';
import { DeleteButton } from '../delete-button.tsx';
import { RenameButton } from '../rename-button.tsx';
import { formatDay } from '../format-day.ts';
import type { PlanView } from '../plan/plan-view.ts';
import { PlanViews } from '../plan/plan-views.tsx';
import { PlanWarnings } from '../plan/plan-warnings.tsx';
import { ReplanForm } from './replan-form.tsx';
import { useChatClient } from '../../api/chat/use-chat-client.ts';
import { useChatTexts, type ChatTranslate } from '../use-chat-texts.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { planSteps, WARNING_CLASSES, type PlannedStep } from '../plan/planned-step.ts';

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
  const { user } = useSession();
  const isOwner = current.owner === user.id;
  const explain = useExplainFailure();
  const explainChange = (error: unknown) =>
    error instanceof ApiProblem && error.code === 'VersionConflict' ? t('case.conflict') : explain(error);
  return (
    <div className="flex flex-col gap-3">
      <Link
        to="/chat/cases"
        search={(before) => ({ ...before, view: undefined })}
        className="flex items-center gap-1 self-start text-small text-soft hover:text-ink"
      >
        <Icon name="back" className="size-4" />
        {t('cases.back')}
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-section font-semibold break-words">
          <RevealedText text={current.name} />
        </h2>
        {isOwner ? (
          <CaseActions current={current} />
        ) : (
          <Badge tone="info" title={t('case.ofOther.hint')}>
            {t('case.ofOther', { name: current.owner })}
          </Badge>
        )}
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
      {change.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-bad">
          {t('case.unsaved', {
            what: describeChange(change.variables, current, t),
            why: explainChange(change.error),
          })}
          <Button small onClick={() => change.mutate(change.variables)}>
            {t('case.saveAgain')}
          </Button>
        </p>
      )}
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
            isFixed={({ assignee }) => change.isPending || !(isOwner || assignee === user.id)}
            onChange={(stepId, fields) => change.mutate({ stepId, fields })}
          />
        }
      />
      {isOwner && <ReplanForm key={current.version} current={current} />}
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

interface SentChange {
  readonly stepId: string;
  readonly fields: StepChange;
}

/** Describes a change of a step that was not stored. */
function describeChange({ stepId, fields }: SentChange, { steps }: ChatCase, t: ChatTranslate): string {
  const seq = steps.find(({ id }) => id === stepId)?.seq ?? 0;
  if (fields.status !== undefined)
    return `${t('step.statusOf', { seq })}: ${t(`step.status.${fields.status}`)}`;
  if (fields.assignee !== undefined)
    return `${t('step.assigneeOf', { seq })}: ${fields.assignee ?? t('cases.unassigned')}`;
  if (fields.dueDate !== undefined) return `${t('step.dueOf', { seq })}: ${fields.dueDate}`;
  return t('step.lockOf', { seq });
}

function useStepChange(current: ChatCase) {
  const client = useChatClient();
  const queries = useQueryClient();
  const { queryKey } = caseQuery(client, current.id);
  return useMutation({
    mutationFn: ({ stepId, fields }: SentChange) =>
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
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}

/** Converts the steps of a case for the views. Dates and warnings are those of the server. */
function planOfCase({ steps, warnings, criticalPath }: ChatCase): PlannedStep[] {
  const seqs = new Map(steps.map(({ id, seq }) => [id, seq]));
  const due = new Map(steps.map(({ seq, dueDate }) => [seq, parsePlainDate(dueDate) ?? 0]));
  // A newer server may send warnings that this page has no text for.
  const known = warnings.flatMap(({ seq, class: name }) => {
    const found = WARNING_CLASSES.find((candidate) => candidate === name);
    return found === undefined ? [] : [{ seq, class: found }];
  });
  const numbered = steps.map((step) => ({
    ...step,
    dependsOn: step.dependsOn.flatMap((id) => seqs.get(id) ?? []),
  }));
  return planSteps(numbered, { due, warnings: known, criticalPath });
}
