import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { parsePlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { useHasRole } from '../../access/use-session.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { useShowResult } from '../../ui/display/results.ts';
import { Screen } from '../../ui/display/screen.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { formatDay } from '../format-day.ts';
import { holidaysQuery } from '../use-calendar.ts';
import { useChatTexts } from '../use-chat-texts.ts';

type Holidays = Awaited<ReturnType<NonNullable<ReturnType<typeof holidaysQuery>['queryFn']>>>;
type Period = Holidays['items'][number];

/** The days on which the company is closed, besides the public holidays. An administrator changes them. */
export function HolidaysScreen(): ReactNode {
  const t = useChatTexts();
  const holidays = useQuery(holidaysQuery(useClient()));
  return (
    <Screen title={t('holidays.title')} intro={t('holidays.intro')}>
      <Link
        to="/chat/cases"
        className="mb-3 inline-flex items-center gap-1 text-small text-soft hover:text-ink"
      >
        <Icon name="back" className="size-4" />
        {t('cases.back')}
      </Link>
      {holidays.isPending && <Skeleton />}
      {holidays.isLoadingError && (
        <ErrorState error={holidays.error} onRetry={() => void holidays.refetch()} />
      )}
      {holidays.data && <HolidayList holidays={holidays.data} />}
    </Screen>
  );
}

function HolidayList({ holidays }: { readonly holidays: Holidays }): ReactNode {
  const t = useChatTexts();
  const { language } = usePreferences();
  const isAdmin = useHasRole('admin');
  const change = useHolidayChange(holidays.version);
  const day = (text: string) => formatDay(parsePlainDate(text) ?? 0, language);
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      {holidays.items.length === 0 ? (
        <EmptyState icon="clock" title={t('holidays.empty')} />
      ) : (
        <ul
          aria-label={t('holidays.title')}
          className="divide-y divide-line rounded-md border border-line bg-card"
        >
          {holidays.items.map((item) => (
            <li
              key={`${item.first} ${item.last} ${item.name}`}
              className="flex flex-wrap items-center gap-x-4 px-3 py-1.5"
            >
              <span className="min-w-40 flex-1 font-semibold [overflow-wrap:anywhere]">
                <RevealedText text={item.name} />
              </span>
              <span className="numeric text-soft">
                {item.first === item.last
                  ? day(item.first)
                  : t('holidays.period', { first: day(item.first), last: day(item.last) })}
              </span>
              {isAdmin && (
                <IconButton
                  icon="trash"
                  label={t('manage.delete', { name: item.name })}
                  disabled={change.isPending}
                  onClick={() =>
                    change.mutate({
                      items: holidays.items.filter((other) => other !== item),
                      done: t('manage.deleted', { name: item.name }),
                    })
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdmin ? (
        <HolidayForm items={holidays.items} change={change} />
      ) : (
        <p className="text-soft">{t('holidays.viewer')}</p>
      )}
    </div>
  );
}

function HolidayForm(props: {
  readonly items: readonly Period[];
  readonly change: ReturnType<typeof useHolidayChange>;
}): ReactNode {
  const t = useChatTexts();
  const explain = useExplainFailure();
  const { change } = props;
  const [name, setName] = useState('');
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const isReversed = last !== '' && last < first;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const added = { name: name.trim(), first, last: last === '' ? first : last };
    change.mutate(
      { items: [...props.items, added], done: t('manage.saved', { name: added.name }) },
      {
        onSuccess: () => {
          setName('');
          setFirst('');
          setLast('');
        },
      },
    );
  };
  const failure = change.error;
  const isConflict = failure instanceof ApiProblem && failure.code === 'VersionConflict';
  return (
    <form
      aria-label={t('holidays.add')}
      onSubmit={submit}
      className="flex flex-wrap items-start gap-3 rounded-md border border-line bg-card p-3"
    >
      <div className="min-w-48 flex-1">
        <TextField
          label={t('draft.name')}
          problem={failure ? (isConflict ? t('holidays.conflict') : explain(failure)) : undefined}

          required
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <TextField
        label={t('holidays.first')}
        type="date"
        required
        value={first}
        onChange={({ target }) => setFirst(target.value)}
      />
      <TextField
        label={t('holidays.last')}
        problem={isReversed ? t('holidays.reversed') : undefined}
        type="date"
        min={first}
        value={last}
        onChange={({ target }) => setLast(target.value)}
      />
      <Button
        type="submit"
        tone="primary"
        className="self-end"
        busy={change.isPending}
        disabled={name.trim() === '' || first === '' || isReversed}
      >
        {t('holidays.add')}
      </Button>
    </form>
  );
}

function useHolidayChange(version: number) {
  const client = useClient();
  const queries = useQueryClient();
  const showResult = useShowResult();
  const { queryKey } = holidaysQuery(client);
  return useMutation({
    mutationFn: ({ items }: { readonly items: readonly Period[]; readonly done: string }) =>
      readResponse(client.api.holidays.$put({ json: { version, items: [...items] } })),
    onSuccess: async (changed, { done }) => {
      queries.setQueryData(queryKey, changed);
      showResult({ text: done, tone: 'good' });
      // The warnings of the cases depend on the holidays.
      await queries.invalidateQueries({ queryKey: ['chat'] });
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}
