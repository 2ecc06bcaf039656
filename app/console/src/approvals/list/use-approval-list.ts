import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../../api/console-client.ts';
import { useAuditEvents, useLive } from '../../api/live/use-live.ts';
import { readResponse } from '../../api/read-response.ts';
import type { ApprovalPage, ApprovalSummary } from '../approval.ts';
import {
  allApprovals,
  findUnlisted,
  markDecided,
  replaceApproval,
  type ApprovalPages,
} from './approval-pages.ts';
import { toApprovalQuery, type InboxFilter } from './inbox-filter.ts';

/** Requests that arrived after the list was loaded and are not displayed yet. */
interface Arrivals {
  readonly count: number;
  readonly show: () => void;
  /** Changes each time they are displayed. */
  readonly shownAt: number;
}

/**
 * Loads the list page by page in the order of the server. All pages belong to one snapshot, and rows keep their
 * position: later arrivals are only counted until the person asks to see them, and a request that is decided elsewhere
 * changes its status in place.
 */
export function useApprovalList(filter: InboxFilter) {
  const client = useClient();
  const queries = useQueryClient();
  const query = useMemo(() => toApprovalQuery(filter), [filter]);
  const queryKey = useMemo(() => ['approvals', 'list', query], [query]);
  const fetchPage = useCallback(
    (more: Readonly<Record<string, string>>) =>
      readResponse(client.api.approvals.$get({ query: { ...query, ...more } })),
    [client, query],
  );
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: FIRST,
    queryFn: ({ pageParam }) => fetchPage(pageParam === undefined ? {} : { cursor: pageParam }),
    getNextPageParam: (page: ApprovalPage) => page.cursor ?? undefined,
    // Only a person reloads the list: a refetch after a reconnection would move or remove rows under the pointer.
    staleTime: 'static',
    gcTime: 0,
  });
  const first = list.data?.pages[0];
  const snapshot = first?.snapshot ?? '';
  const { data: newest, dataUpdatedAt: polledAt } = useQuery({
    queryKey: ['approvals', 'newest', query, snapshot],
    queryFn: () => fetchPage({ arrived_after: snapshot, limit: '1' }),
    // The first fetch happens when an event or a reconnection marks this query as stale.
    initialData: NOTHING,
    initialDataUpdatedAt: 0,
    staleTime: Infinity,
    gcTime: 0,
    enabled: !filter.isHistory && first !== undefined,
  });
  const count = newest.total ?? 0;

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
    // A row that could not be refreshed keeps its old values; the request itself is loaded again when it is opened.
    if (REFRESHED.has(auditEvent.event) && auditEvent.approval_id !== null)
      refresh(auditEvent.approval_id).catch(() => undefined);
  });

  const { state } = useLive();
  const wasLost = useRef(false);
  const isLive = state === 'live';
  useEffect(() => {
    if (state === 'lost') wasLost.current = true;
    // Events are missed during a lost connection: the rows are compared with each poll and after the reconnection.
    if (filter.isHistory || (isLive ? !wasLost.current : polledAt === 0)) return;
    if (isLive) wasLost.current = false;
    const check = async () => {
      const current = await fetchPage({});
      const loaded = queries.getQueryData<InfiniteData<ApprovalPage>>(queryKey);
      for (const { approval_id: id } of loaded ? findUnlisted(loaded, current) : []) await refresh(id);
    };
    check().catch(() => undefined);
  }, [state, isLive, polledAt, filter.isHistory, fetchPage, queries, queryKey, refresh]);

  const [shownAt, setShownAt] = useState(0);
  const { refetch, hasNextPage } = list;
  const show = useCallback(() => {
    if (count === 0) return;
    // The new list begins with its first page; its other pages belong to the new snapshot.
    queries.setQueryData<InfiniteData<ApprovalPage, string | undefined>>(
      queryKey,
      (loaded) => loaded && { pages: loaded.pages.slice(0, 1), pageParams: loaded.pageParams.slice(0, 1) },
    );
    void refetch().then(() => setShownAt((before) => before + 1));
  }, [count, queries, queryKey, refetch]);

  const approvals = useMemo(() => allApprovals(list.data), [list.data]);
  const isEmpty = list.data !== undefined && approvals.length === 0 && !hasNextPage;
  useEffect(() => {
    // An empty list has no row that could move.
    if (isEmpty) show();
  }, [isEmpty, show]);

  const arrivals: Arrivals = { count, show, shownAt };
  return {
    list,
    approvals,
    /** The number of requests on the server; null when it is not known. */
    total: first?.total ?? null,
    arrivals,
    replace,
    reload: refetch,
  };
}

const copyPage = (page: ApprovalPages['pages'][number]): ApprovalPage => ({
  total: null,
  snapshot: null,
  ...page,
  items: [...page.items],
});

const REFRESHED: ReadonlySet<string> = new Set([
  'approval.extended',
  'approval.assigned',
  'approval.commented',
]);
const FIRST: string | undefined = undefined;
const NOTHING: ApprovalPage = { items: [], cursor: null, total: 0, snapshot: null };
