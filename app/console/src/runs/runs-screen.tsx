import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import { EmptyState, NEXT_STEP } from '../ui/display/empty-state.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Select } from '../ui/controls/select.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { SearchBox } from '../ui/controls/search-box.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { LongList } from '../ui/display/long-list.tsx';
import type { TextSearch } from '../ui/format/text-search.ts';
import type { RunPage } from './run.ts';
import { RunHead, RunRow } from './run-row.tsx';
import { useRunsTexts } from './use-runs-texts.ts';

/** All runs, newest first, with filters and search. */
export function RunsScreen(): ReactNode {
  const t = useRunsTexts();
  const filter = readFilter(useSearch({ strict: false }));
  const runs = useRuns(filter);
  const items = useMemo(() => runs.data?.pages.flatMap((page) => page.items) ?? [], [runs.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = runs;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <Screen full title={t('title')} actions={<Filters filter={filter} />}>
      <div className="-mx-4 flex h-full flex-col border-t border-line bg-card md:-mx-6">
        {runs.isPending && <Skeleton />}
        {runs.isLoadingError && <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />}
        {runs.data && items.length === 0 && !hasNextPage && <NoRuns filter={filter} />}
        {(items.length > 0 || hasNextPage) && (
          <>
            <RunHead />
            <LongList
              label={t('list.label')}
              count={items.length}
              rowHeight={66}
              keyOf={(index) => items[index]?.run_id ?? String(index)}
              onNearEnd={loadMore}
              row={(index) => {
                const run = items[index];
                return run && <RunRow run={run} />;
              }}
            />
          </>
        )}
      </div>
    </Screen>
  );
}

const readFilter = (search: TextSearch) => ({
  state: STATES.find((name) => name === search['state']),
  agent: search['agent'] || undefined,
  application: search['application'] || undefined,
  requester: search['requester'] || undefined,
  q: search['q'] || undefined,
});

type RunFilter = Readonly<ReturnType<typeof readFilter>>;

function Filters({ filter }: { readonly filter: RunFilter }): ReactNode {
  const t = useRunsTexts();
  const navigate = useNavigate();
  const facets = useFacets();
  const set = (changes: Readonly<Record<string, string>>) =>
    // A search that ends with a click on a run must not lead back to the list.
    void navigate({ to: '.', search: (before) => ({ ...before, ...changes }), replace: true });
  return (
    <>
      <div className="max-sm:basis-full">
        <SearchBox
          label={t('list.search')}
          hint={t('list.search.hint')}
          value={filter.q ?? ''}
          onChange={(q) => set({ q })}
        />
      </div>
      <Select
        label={t('list.status')}
        className="min-w-36 max-sm:flex-1"
        value={filter.state ?? ''}
        options={[
          { value: '', label: t('list.status.all') },
          ...STATES.map((name) => ({ value: name, label: t(`state.${name}`) })),
        ]}
        onChange={(state) => set({ state })}
      />
      {FACETS.map(({ name, values }) => (
        <Select
          key={name}
          label={t(`list.${name}`)}
          className="min-w-32 max-sm:flex-1"
          value={filter[name] ?? ''}
          options={[
            { value: '', label: t(`list.${name}.all`) },
            ...withChosen(facets[values], filter[name]).map((value) => ({ value, label: value })),
          ]}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
    </>
  );
}

function NoRuns({ filter }: { readonly filter: RunFilter }): ReactNode {
  const t = useRunsTexts();
  if (Object.values(filter).some((value) => value !== undefined))
    return (
      <EmptyState
        icon="search"
        title={t('list.empty.filtered')}
        action={
          <Link to="/runs" search={{}} replace className={NEXT_STEP}>
            {t('list.clear')}
          </Link>
        }
      />
    );
  return (
    <EmptyState
      icon="runs"
      title={t('list.empty')}
      action={
        <Link to="/playground" className={NEXT_STEP}>
          {t('list.playground')}
        </Link>
      }
    >
      {t('list.empty.text')}
    </EmptyState>
  );
}

/** A chosen value that the newest runs do not have stays visible. */
const withChosen = (values: readonly string[], chosen: string | undefined) =>
  chosen === undefined || values.includes(chosen) ? values : [...values, chosen];

function useFacets() {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['runs', 'facets'],
    queryFn: () => readResponse(client.api.runs.facets.$get()),
  });
  return data ?? { agents: [], applications: [], requesters: [] };
}

function useRuns(filter: RunFilter) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['runs', filter],
    initialPageParam: FIRST,
    queryFn: ({ pageParam }) =>
      readResponse(client.api.runs.$get({ query: { limit: '100', ...filter, cursor: pageParam } })),
    getNextPageParam: (page: RunPage) => page.cursor ?? undefined,
    // Rows that disappear between pressing and releasing the mouse cannot be clicked.
    placeholderData: keepPreviousData,
  });
}

const STATES = [
  'running',
  'waiting',
  'decided',
  'continuing',
  'interrupted',
  'done',
  'stopped',
  'failed',
  'expired',
] as const;
const FACETS = [
  { name: 'agent', values: 'agents' },
  { name: 'application', values: 'applications' },
  { name: 'requester', values: 'requesters' },
] as const;
const FIRST: string | undefined = undefined;
