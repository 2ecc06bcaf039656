import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useAuditEvents } from '../../api/live/use-live.ts';
import type { ApprovalPage, ApprovalSummary } from '../approval.ts';
import {
  addNewest,
  allApprovals,
  findArrivals,
  findUnlisted,
  markDecided,
  replaceApproval,
  type ApprovalPages,
} from './approval-pages.ts';
import { toApprovalQuery, type InboxFilter } from './inbox-filter.ts';
import { useFrozenOrder } from './use-frozen-order.ts';

/** Requests that arrived after the list was loaded and are not displayed yet. */
interface Arrivals {
  readonly count: number;
  /** Whether more may have arrived than were counted. */
  readonly isCapped: boolean;
  readonly show: () => void;
  /** Changes each time they are displayed. */
  readonly shownAt: number;
}

/**
 * Loads the list page by page. Rows keep their position: later arrivals are only counted until the person asks to see
 * them, and a request that is decided elsewhere changes its status in place.
 */
export function useApprovalList(filter: InboxFilter) {
  const client = useClient();
  const queries = useQueryClient();
  const query = useMemo(() => toApprovalQuery(filter), [filter]);
  const queryKey = useMemo(() => ['approvals', 'list', query], [query]);
  const fetchPage = useCallback(
    (cursor: string | undefined) =>
      readResponse(
        client.api.approvals.$get({ query: { ...query, ...(cursor === undefined ? {} : { cursor }) } }),
      ),
    [client, query],
  );
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: FIRST,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    getNextPageParam: (page: ApprovalPage) => page.cursor ?? undefined,
    // Only a person reloads the list: a refetch after a reconnection would move or remove rows under the pointer.
    staleTime: 'static',
    gcTime: 0,
  });
  const { data: newest, dataUpdatedAt: checkedAt } = useQuery({
    queryKey: ['approvals', 'newest', query],
    queryFn: () => fetchPage(undefined),
    // The first fetch happens when an event or a reconnection marks this query as stale.
    initialData: NOTHING,
    initialDataUpdatedAt: 0,
    staleTime: Infinity,
    gcTime: 0,
    enabled: !filter.isHistory,
  });

  const change = useCallback(
    (how: (loaded: ApprovalPages) => ApprovalPages) =>
      queries.setQueryData<InfiniteData<ApprovalPage, string | undefined>>(queryKey, (loaded) => {
        if (!loaded) return loaded;
        const changed = how(loaded);
        return changed === loaded ? loaded : { ...loaded, pages: changed.pages.map(copyPage) };
      }),
    [queries, queryKey],
  );
  const replace = useCallback(
    (approval: ApprovalSummary) => change((loaded) => replaceApproval(loaded, approval)),
    [change],
  );
  const refresh = useCallback(
    async (approvalId: string) =>
      replace(
        await readResponse(client.api.approvals[':approval_id'].$get({ param: { approval_id: approvalId } })),
      ),
    [client, replace],
  );

  useAuditEvents((auditEvent) => {
    change((loaded) => markDecided(loaded, auditEvent));
    // A row that could not be refreshed keeps its old expiry; the request itself is loaded again when it is opened.
    if (auditEvent.event === 'approval.extended' && auditEvent.approval_id !== null)
      refresh(auditEvent.approval_id).catch(() => undefined);
  });

  useEffect(() => {
    if (checkedAt === 0) return;
    const loaded = queries.getQueryData<InfiniteData<ApprovalPage>>(queryKey);
    // The events about these rows were missed, for example during a lost connection.
    for (const { approval_id: id } of loaded ? findUnlisted(loaded, newest) : [])
      refresh(id).catch(() => undefined);
  }, [newest, checkedAt, queries, queryKey, refresh]);

  const [shownAt, setShownAt] = useState(0);
  const count = useMemo(
    () => (list.data ? findArrivals(list.data, newest.items).length : 0),
    [list.data, newest],
  );
  const isCapped = newest.cursor !== null && count > 0 && count === newest.items.length;
  const { refetch, hasNextPage } = list;
  const show = useCallback(() => {
    if (count === 0) return;
    setShownAt((before) => before + 1);
    // More requests arrived than one page holds, so the list is loaded again to avoid a gap.
    if (isCapped) void refetch().then(() => setShownAt((before) => before + 1));
    else change((loaded) => addNewest(loaded, newest.items));
  }, [count, isCapped, newest, change, refetch]);

  const loaded = useMemo(() => allApprovals(list.data), [list.data]);
  // A list can be sorted only as far as it is loaded, so its beginning is loaded before it is displayed.
  const { isFetchingNextPage, fetchNextPage, isError } = list;
  const isIncomplete = !filter.isHistory && hasNextPage && loaded.length < MAX_SORTED;
  const wasComplete = useRef('');
  const epoch = `${JSON.stringify(query)} ${shownAt}`;
  if (!isIncomplete && list.data) wasComplete.current = JSON.stringify(query);
  const isLoading =
    list.isPending || (isIncomplete && !isError && wasComplete.current !== JSON.stringify(query));
  useEffect(() => {
    if (isIncomplete && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [isIncomplete, isFetchingNextPage, isError, fetchNextPage]);
  const approvals = useFrozenOrder(isLoading ? NONE : loaded, filter.sort, epoch);
  const isEmpty = list.data !== undefined && loaded.length === 0 && !hasNextPage;
  useEffect(() => {
    // An empty list has no row that could move.
    if (isEmpty) show();
  }, [isEmpty, show]);

  const arrivals: Arrivals = { count, isCapped, show, shownAt };
  return { list, isLoading, approvals, arrivals, replace };
}

const copyPage = (page: ApprovalPages['pages'][number]): ApprovalPage => ({
  total: null,
  snapshot: null,
  ...page,
  items: [...page.items],
});

/** The number of requests that are sorted together. Further pages are appended below. */
const MAX_SORTED = 300;
const NONE: readonly ApprovalSummary[] = [];
const FIRST: string | undefined = undefined;
const NOTHING: ApprovalPage = { items: [], cursor: null, total: null, snapshot: null };
