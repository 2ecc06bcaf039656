import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { parsePlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { casesQuery } from '../../api/chat/chat-queries.ts';
import { formatDay } from '../format-day.ts';
import { useChatClient } from '../../api/chat/use-chat-client.ts';
import { useChatTexts } from '../use-chat-texts.ts';

/** A searchable list of the running cases. Each case has its own address. */
export function CasesPanel(): ReactNode {
  const t = useChatTexts();
  const { language } = usePreferences();
  const [text, setText] = useState('');
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
  return (
    <div className="flex flex-col gap-2">
      <SearchBox wide label={t('cases.search')} hint={t('manage.search')} value={text} onChange={setText} />
      {cases.data.length === 0 && (
        <p role="status" className="px-2 py-4 text-soft">
          {t('manage.none', { text })}
        </p>
      )}
      <ul aria-label={t('cases.list')} className="flex flex-col gap-2">
        {cases.data.map(({ id, name, goalDate, steps }) => (
          <li key={id}>
            <Link
              to="/chat/cases/$caseId"
              params={{ caseId: id }}
              className="flex flex-wrap items-center gap-x-4 rounded-md border border-line bg-card p-3 hover:bg-sunken"
            >
              <span className="min-w-0 flex-1 font-semibold break-words">{name}</span>
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
    </div>
  );
}
