import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import { useAuditEvents } from '../api/live/use-live.ts';
import type { AuditFilter } from './audit-filter.ts';
import { toAuditQuery } from './audit-filter.ts';
import type { AuditPage } from './audit-record.ts';

/** Loads the log page by page, newest first. A search with few results loads further pages automatically. */
export function useAuditLog(filter: AuditFilter) {
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
