import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useClient } from '../../api/console-client.ts';
import { readAnswer } from '../../api/read-answer.ts';
import { useNews } from '../../live/use-live.ts';
import type { ApprovalPage, ApprovalSummary } from './approval.ts';
import {
  addNewest,
  allApprovals,
  markDecided,
  replaceApproval,
  type ApprovalPages,
} from './approval-pages.ts';
import { toApprovalQuery, type InboxFilter } from './inbox-filter.ts';

/** Loads the list page by page and keeps it live without moving what is already there. */
export function useApprovalList(filter: InboxFilter) {
  const client = useClient();
  const queries = useQueryClient();
  const query = useMemo(() => toApprovalQuery(filter), [filter]);
  const queryKey = useMemo(() => ['approvals', 'list', query], [query]);
  const fetchPage = useCallback(
    (cursor: string | undefined) =>
      readAnswer(
        client.api.approvals.$get({ query: { ...query, ...(cursor === undefined ? {} : { cursor }) } }),
      ),
    [client, query],
  );
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: FIRST,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    getNextPageParam: (page: ApprovalPage) => page.cursor ?? undefined,
    // News keeps the list fresh; fetching every loaded page again would make rows jump.
    staleTime: Infinity,
    enabled: filter.tab !== 'grants',
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

  useNews((news) => {
    change((loaded) => markDecided(loaded, news));
    if (news.event === 'approval.requested' && filter.tab === 'pending') {
      void fetchPage(undefined).then(
        (page) => change((loaded) => addNewest(loaded, page.items)),
        () => queries.invalidateQueries({ queryKey }),
      );
    }
    if (news.event === 'approval.extended' && news.approval_id !== null) {
      const param = { approval_id: news.approval_id };
      void readAnswer(client.api.approvals[':approval_id'].$get({ param })).then(
        (approval) => change((loaded) => replaceApproval(loaded, approval)),
        () => queries.invalidateQueries({ queryKey }),
      );
    }
  });

  return {
    list,
    approvals: useMemo(() => allApprovals(list.data), [list.data]),
    replace: useCallback(
      (approval: ApprovalSummary) => change((loaded) => replaceApproval(loaded, approval)),
      [change],
    ),
  };
}

const copyPage = (page: ApprovalPages['pages'][number]): ApprovalPage => ({
  ...page,
  items: [...page.items],
});

const FIRST: string | undefined = undefined;
