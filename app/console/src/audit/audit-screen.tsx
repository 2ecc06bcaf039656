import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState, NEXT_STEP } from '../ui/display/empty-state.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Icon } from '../ui/controls/icon.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { LongList } from '../ui/display/long-list.tsx';
import { shortRunId } from '../ui/format/short-run-id.ts';
import { Menu } from '../ui/floating/menu.tsx';
import { FloatingProblem } from '../ui/parts/floating-problem.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { AuditDetail } from './audit-detail.tsx';
import {
  exportAddress,
  isFiltered,
  readAuditFilter,
  toAuditQuery,
  type AuditFilter,
} from './audit-filter.ts';
import { AuditHead, AuditRow } from './audit-row.tsx';
import { useChainCheck } from './chain-check.tsx';
import { useAuditTexts } from './use-audit-texts.ts';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import { useAuditEvents } from '../api/live/use-live.ts';
import type { AuditPage } from './audit-record.ts';
import { TextInput } from '../ui/controls/field.tsx';
import { SearchBox } from '../ui/controls/search-box.tsx';
import { Select } from '../ui/controls/select.tsx';
import { EVENT_NAMES } from './event-names.ts';
import { eventLabel } from './event-label.ts';

const Checkpoints = lazyPart(() => import('./checkpoints.tsx').then((file) => file.Checkpoints), {
  problem: FloatingProblem,
});

/** The audit log and the verification that no record was changed. */
export function AuditScreen(): ReactNode {
  const t = useAuditTexts();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const filter = useMemo(() => readAuditFilter(search), [search]);
  const { log, records, scanned } = useAuditLog(filter);
  const [showsCheckpoints, setShowsCheckpoints] = useState(false);
  const seq = /^\d+$/u.test(search['seq'] ?? '') ? Number(search['seq']) : undefined;
  const open = (next: number) =>
    void navigate({ to: '/audit', search: (before) => ({ ...before, seq: String(next) }), replace: true });
  const chain = useChainCheck(open);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = log;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <Screen
      full
      title={t('title')}
      actions={
        <>
          {chain.button}
          <Button onClick={() => setShowsCheckpoints(true)}>
            <Icon name="permissions" />
            {t('checkpoint.title')}
          </Button>
          <Menu
            label={t('export')}
            className="inline-flex min-h-10 items-center gap-2 rounded-md border border-edge bg-card px-3.5 hover:bg-sunken max-md:min-h-11"
            sections={[
              {
                kind: 'actions',
                items: (['csv', 'jsonl'] as const).map((format) => ({
                  label: t(`export.${format}`),
                  icon: 'download' as const,
                  onSelect: () => window.location.assign(exportAddress(filter, format)),
                })),
              },
            ]}
          >
            <Icon name="download" />
            {t('export')}
          </Menu>
        </>
      }
    >
      <div className="-mx-4 flex h-full flex-col md:-mx-6">
        {chain.result}
        <AuditFilters filter={filter} />
        <div className="flex min-h-0 flex-1 flex-col border-t border-line bg-card lg:flex-row">
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {records.length > 0 && <AuditHead />}
            {log.isPending && <Skeleton />}
            {log.isError && !log.data && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
            {log.data && records.length === 0 && (
              <EmptyState
                icon="audit"
                title={t(isFiltered(filter) ? 'list.empty.filtered' : 'list.empty')}
                action={
                  isFiltered(filter) && (
                    <Link to="/audit" search={{}} replace className={NEXT_STEP}>
                      {t('list.clear')}
                    </Link>
                  )
                }
              >
                {hasNextPage ? t('list.searching') : t('list.scanned', { count: scanned })}
              </EmptyState>
            )}
            {records.length > 0 && (
              <LongList
                label={t('list.label')}
                count={records.length}
                rowHeight={44}
                keyOf={(index) => String(records[index]?.seq ?? index)}
                onNearEnd={loadMore}
                row={(index) => {
                  const record = records[index];
                  return record && <AuditRow record={record} isCurrent={record.seq === seq} />;
                }}
              />
            )}
          </div>
          <AuditDetail seq={seq} known={records.find((record) => record.seq === seq)} />
        </div>
      </div>
      {showsCheckpoints && <Checkpoints onClose={() => setShowsCheckpoints(false)} />}
    </Screen>
  );
}

/** Loads the log page by page, newest first. A search with few results loads further pages automatically. */
function useAuditLog(filter: AuditFilter) {
  const client = useClient();
  const queries = useQueryClient();
  const query = useMemo(() => toAuditQuery(filter), [filter]);
  const queryKey = useMemo(() => ['audit', 'list', query], [query]);
  const log = useInfiniteQuery({
    queryKey,
    initialPageParam: FIRST,
    queryFn: ({ pageParam }) =>
      readResponse(
        client.api.audit.$get({
          query: { ...query, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        }),
      ),
    getNextPageParam: (page: AuditPage) => page.cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const pages = log.data?.pages;
  const records = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const scanned = useMemo(() => pages?.reduce((sum, page) => sum + page.scanned, 0) ?? 0, [pages]);

  // Only the first page is refreshed: the list must not move while a person reads older records.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isAtTop = (pages?.length ?? 0) <= 1;
  useAuditEvents(() => {
    if (!isAtTop || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey });
    }, GATHER_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const { hasNextPage, isFetching, fetchNextPage } = log;
  const isHungry = hasNextPage && !isFetching && !log.isPlaceholderData && records.length < ENOUGH;
  useEffect(() => {
    if (isHungry) void fetchNextPage();
  }, [isHungry, fetchNextPage]);
  return { log, records, scanned };
}

const ENOUGH = 30;
const GATHER_MS = 400;
const FIRST: string | undefined = undefined;

/** Filters the log by text, event, run and days. */
function AuditFilters(props: { readonly filter: AuditFilter }): ReactNode {
  const t = useAuditTexts();
  const navigate = useNavigate();
  const { filter } = props;
  const set = (changes: Readonly<Record<string, string>>) =>
    void navigate({ to: '/audit', search: (before) => ({ ...before, ...changes }), replace: true });
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
      <SearchBox
        label={t('search.label')}
        hint={t('search.hint')}
        value={filter.text}
        onChange={(q) => set({ q })}
      />
      <Select
        label={t('filter.event')}
        className="max-w-56 min-w-40 max-sm:max-w-none max-sm:flex-1"
        value={filter.event ?? ''}
        options={[
          { value: '', label: t('filter.event.all') },
          ...EVENT_NAMES.map((name) => ({ value: name, label: `${eventLabel(name, t)} (${name})` })),
        ]}
        onChange={(event) => set({ event })}
      />
      <Day label={t('filter.since')} value={filter.since} onChange={(since) => set({ since })} />
      <Day label={t('filter.until')} value={filter.until} onChange={(until) => set({ until })} />
      {filter.run !== '' && (
        <Button small tone="quiet" onClick={() => set({ run: '' })}>
          {t('filter.run', { run: shortRunId(filter.run) })} ×
        </Button>
      )}
    </div>
  );
}

function Day(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}): ReactNode {
  return (
    <label className="flex items-center gap-2 text-body max-sm:flex-1 max-sm:flex-col max-sm:items-stretch max-sm:gap-0.5">
      <span className="whitespace-nowrap text-soft">{props.label}</span>
      <TextInput
        type="date"
        className="w-auto! px-2! max-sm:min-h-9"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </label>
  );
}
