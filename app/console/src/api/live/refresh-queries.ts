import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Marks the cached responses below a key as stale, or all of them, and requests those on the screen again. The query client
 * would ignore this for a response that is requested for the first time, or that no screen uses yet, although that response may be
 * older than the event that made it stale.
 */
export async function refreshQueries(queries: QueryClient, queryKey: QueryKey = []): Promise<void> {
  const early = queries.getQueryCache().findAll({ queryKey, predicate: keepsItsRequest });
  void queries.invalidateQueries({ queryKey });
  await Promise.allSettled(early.flatMap((query) => query.promise ?? []));
  for (const query of early) void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
}

const keepsItsRequest = (query: Query): boolean =>
  query.state.fetchStatus === 'fetching' && (query.state.data === undefined || !query.isActive());
