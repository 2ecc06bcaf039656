import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Screen } from '../../ui/display/screen.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { useCalendar } from '../use-calendar.ts';
import { useChatTexts } from '../use-chat-texts.ts';
import { usePlanView } from '../use-plan-view.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { todayInJapan, type PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { useSession } from '../../access/use-session.ts';
import { casesQuery } from '../../api/chat/chat-queries.ts';
import { useChatClient } from '../../api/chat/use-chat-client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { SegmentedChoice } from '../../ui/controls/segmented-choice.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { EmptyState, NEXT_STEP } from '../../ui/display/empty-state.tsx';
import type { TextSearch } from '../../ui/format/text-search.ts';
import { CaseList } from './case-list.tsx';
import { assigneesOf, CASE_STATES, hasStepOf, nextStepOf, stateOf, type StatedCase } from './case-state.ts';

const CaseView = lazyPart(() => import('./case-view.tsx').then((file) => file.CaseView), {
  waiting: <Skeleton />,
});

/** The running cases, or one of them. */
export function CasesScreen(): ReactNode {
  const t = useShellTexts();
  const chat = useChatTexts();
  const { caseId } = useParams({ strict: false });
  const plan = usePlanView();
  const { today, holidays, error, retry } = useCalendar(caseId !== undefined);
  return (
    <Screen
      title={t('nav.cases')}
      actions={
        <Link
          to="/chat/cases/holidays"
          className="flex min-h-8 items-center gap-1.5 text-small font-semibold text-accent hover:underline"
        >
          {chat('holidays.title')}
        </Link>
      }
    >
      {caseId === undefined && <CasesPanel />}
      {caseId !== undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {caseId !== undefined && error === null && holidays === undefined && <Skeleton />}
      {caseId !== undefined && holidays !== undefined && (
        <CaseView key={caseId} id={caseId} {...plan} today={today} holidays={holidays} />
      )}
    </Screen>
  );
}

const CasesGantt = lazyPart(() => import('./cases-gantt.tsx').then((file) => file.CasesGantt), {
  waiting: <Skeleton />,
});

/** The running cases as a list, a board or a Gantt chart. Search, assignee and view are part of the address. */
function CasesPanel(): ReactNode {
  const t = useChatTexts();
  const { user } = useSession();
  const { q: text = '', assignee = ANY_ASSIGNEE, show: view = 'list' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: TextSearch) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true });
  const cases = useQuery({ ...casesQuery(useChatClient(), text), placeholderData: keepPreviousData });
  const [today] = useState(() => todayInJapan(Date.now()));
  if (cases.isPending) return <Skeleton />;
  if (cases.isLoadingError) return <ErrorState error={cases.error} onRetry={() => void cases.refetch()} />;
  if (cases.data.length === 0 && text === '') return <NoCases />;
  const people = new Set(cases.data.flatMap(({ steps }) => assigneesOf(steps)));
  people.delete(user.id);
  const items = cases.data
    .filter(
      ({ steps }) =>
        assignee === ANY_ASSIGNEE || hasStepOf(steps, assignee === NO_ASSIGNEE ? null : assignee.slice(1)),
    )
    .map((each) => ({ ...each, state: stateOf(each.steps, today) }))
    .toSorted(byUrgency);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-section font-semibold">
          {t('cases.summary', {
            count: items.length,
            late: items.filter(({ state }) => state === 'late').length,
          })}
        </p>
        <SearchBox
          label={t('cases.search')}
          hint={t('manage.search')}
          value={text}
          onChange={(q) => set({ q })}
        />
        <Select
          isNamed
          label={t('step.assignee')}
          value={assignee}
          className="w-auto max-w-60"
          options={[
            { value: ANY_ASSIGNEE, label: t('cases.any-assignee') },
            { value: `=${user.id}`, label: t('cases.me', { name: user.id }) },
            { value: NO_ASSIGNEE, label: t('cases.unassigned') },
            ...[...people].map((name) => ({ value: `=${name}`, label: name })),
          ]}
          onChange={(next) => set({ assignee: next === ANY_ASSIGNEE ? undefined : next })}
        />
        <SegmentedChoice
          label={t('cases.view')}
          value={VIEWS.find((name) => name === view) ?? 'list'}
          options={VIEWS.map((name) => ({ value: name, label: t(`cases.view.${name}`) }))}
          onChange={(show) => set({ show: show === 'list' ? undefined : show })}
        />
      </div>
      {items.length === 0 ? (
        <EmptyState
          icon="search"
          title={text === '' ? t('cases.none') : t('manage.none', { text })}
          action={
            <Button onClick={() => set({ q: undefined, assignee: undefined })}>{t('cases.clear')}</Button>
          }
        />
      ) : (
        <Cases view={view} items={items} today={today} />
      )}
    </div>
  );
}

function NoCases(): ReactNode {
  const t = useChatTexts();
  return (
    <EmptyState
      icon="cases"
      title={t('cases.empty.title')}
      action={
        <Link to="/chat/templates" className={NEXT_STEP}>
          {t('tab.templates')}
        </Link>
      }
    >
      {t('cases.empty.text')}
    </EmptyState>
  );
}

function Cases(props: {
  readonly view: string;
  readonly items: readonly StatedCase[];
  readonly today: PlainDate;
}): ReactNode {
  const t = useChatTexts();
  const { view, items, today } = props;
  if (view === 'gantt') return <CasesGantt items={items} today={today} />;
  if (view !== 'board') return <CaseList label={t('cases.list')} items={items} today={today} />;
  return (
    <div className="grid gap-3 md:grid-cols-4">
      {CASE_STATES.map((state) => {
        const found = items.filter((item) => item.state === state);
        return (
          <section key={state} className="flex min-w-0 flex-col gap-2 rounded-md bg-sunken p-2">
            <h2 className="px-1 font-semibold">
              {t(`cases.state.${state}`)} <span className="numeric text-soft">{found.length}</span>
            </h2>
            <CaseList label={t(`cases.state.${state}`)} items={found} today={today} isBoard />
          </section>
        );
      })}
    </div>
  );
}

/** Late cases first, then by the date of the next open step. Completed cases are last. */
function byUrgency(one: StatedCase, other: StatedCase): number {
  return dateOf(one).localeCompare(dateOf(other)) || one.name.localeCompare(other.name);
}

const dateOf = ({ steps }: StatedCase) => nextStepOf(steps)?.dueDate ?? '9999';

const ANY_ASSIGNEE = 'any';
const NO_ASSIGNEE = 'none';
const VIEWS = ['list', 'board', 'gantt'] as const;
