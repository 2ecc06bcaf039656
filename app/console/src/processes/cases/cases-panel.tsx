import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { parsePlainDate, todayInJapan } from '../../../../server/src/processes/schedule/plain-date.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Badge, type BadgeTone } from '../../ui/display/badge.tsx';
import { SegmentedChoice } from '../../ui/controls/segmented-choice.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { casesQuery, type ChatCase } from '../../api/chat/chat-queries.ts';
import { formatDay } from '../format-day.ts';
import { useChatClient } from '../../api/chat/use-chat-client.ts';
import { assigneesOf, CASE_STATES, stateOf, type CaseState } from './case-state.ts';
import { useChatTexts } from '../use-chat-texts.ts';

/** A searchable list of the running cases. Each case has its own address. */
export function CasesPanel(): ReactNode {
  const t = useChatTexts();
  const [text, setText] = useState('');
  const [view, setView] = useState<'list' | 'board'>('list');
  const cases = useQuery({ ...casesQuery(useChatClient(), text), placeholderData: keepPreviousData });
  if (cases.isPending) return <Skeleton />;
  if (cases.isLoadingError) return <ErrorState error={cases.error} onRetry={() => void cases.refetch()} />;
  if (cases.data.length === 0 && text === '') {
    return (
      <EmptyState
        icon="cases"
        title={t('cases.empty.title')}
        action={
          <Link to="/chat/templates" className="font-semibold text-accent underline underline-offset-4">
            {t('tab.templates')}
          </Link>
        }
      >
        {t('cases.empty.text')}
      </EmptyState>
    );
  }
  const today = todayInJapan(Date.now());
  const items = cases.data.map((each) => ({ ...each, state: stateOf(each.steps, today) }));
  return (
    <div className="flex flex-col items-stretch gap-2">
      <SearchBox wide label={t('cases.search')} hint={t('manage.search')} value={text} onChange={setText} />
      {cases.data.length === 0 && (
        <p role="status" className="px-2 py-4 text-soft">
          {t('manage.none', { text })}
        </p>
      )}
      <p role="status" className="text-section font-semibold">
        {t('cases.summary', {
          count: items.length,
          late: items.filter(({ state }) => state === 'late').length,
        })}
      </p>
      <div>
        <SegmentedChoice
          label={t('cases.view')}
          value={view}
          options={[
            { value: 'list', label: t('cases.view.list') },
            { value: 'board', label: t('cases.view.board') },
          ]}
          onChange={setView}
        />
      </div>
      {view === 'list' ? (
        <CaseList label={t('cases.list')} items={items} />
      ) : (
        <div className="grid gap-3 md:grid-cols-4">
          {CASE_STATES.map((state) => (
            <div key={state} className="flex min-w-0 flex-col gap-2 rounded-md bg-sunken p-2">
              <h2 className="px-1 font-semibold">
                {t(`cases.state.${state}`)} ({items.filter((item) => item.state === state).length})
              </h2>
              <CaseList
                label={t(`cases.state.${state}`)}
                items={items.filter((item) => item.state === state)}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function CaseList(props: {
  readonly label: string;
  readonly items: readonly (ChatCase & { readonly state: CaseState })[];
}): ReactNode {
  const t = useChatTexts();
  const { language } = usePreferences();
  return (
    <ul aria-label={props.label} className="flex flex-col gap-2">
      {props.items.map(({ id, name, goalDate, steps, state }) => (
        <li key={id}>
          <Link
            to="/chat/cases/$caseId"
            params={{ caseId: id }}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line bg-card p-3 hover:bg-sunken"
          >
            <span className="min-w-0 flex-1 font-semibold break-words">{name}</span>
            <Badge tone={TONES[state]}>{t(`cases.state.${state}`)}</Badge>
            <span className="text-small text-soft">
              {assigneesOf(steps).join(', ') || t('cases.unassigned')}
            </span>
            <span className="numeric text-small text-soft">
              {t('cases.goal', { date: formatDay(parsePlainDate(goalDate) ?? 0, language) })}
            </span>
            <span className="numeric text-small text-soft">
              {t('cases.progress', {
                done: steps.filter(({ status }) => status === 'done').length,
                all: steps.length,
              })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const TONES: Readonly<Record<CaseState, BadgeTone>> = {
  late: 'bad',
  doing: 'info',
  todo: 'neutral',
  done: 'good',
};
