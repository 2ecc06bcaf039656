import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { refreshQueries } from './refresh-queries.ts';

const KEY = ['runs', 'detail', 'run-1'];

/** A query whose responses the test sends. */
function openQuery() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const requests: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const request = Promise.withResolvers<string>();
    requests.push(request);
    return request.promise;
  };
  return { queries, requests, options: { queryKey: KEY, queryFn } };
}

describe('refreshQueries', () => {
  it('requests a response again whose first request is older than the event', async () => {
    const { queries, requests, options } = openQuery();
    const stop = new QueryObserver(queries, options).subscribe(() => {});
    const refreshed = refreshQueries(queries, ['runs']);
    requests[0]?.resolve('running');
    await refreshed;
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    requests[1]?.resolve('done');
    await vi.waitFor(() => expect(queries.getQueryData(KEY)).toBe('done'));
    stop();
  });

  it('requests a response again that is being requested another time', async () => {
    const { queries, requests, options } = openQuery();
    const stop = new QueryObserver(queries, options).subscribe(() => {});
    requests[0]?.resolve('running');
    await vi.waitFor(() => expect(queries.getQueryData(KEY)).toBe('running'));
    void queries.invalidateQueries({ queryKey: KEY });
    await refreshQueries(queries);
    expect(requests).toHaveLength(3);
    requests[2]?.resolve('done');
    await vi.waitFor(() => expect(queries.getQueryData(KEY)).toBe('done'));
    stop();
  });

  it('marks a response as stale that no screen uses yet', async () => {
    const { queries, requests, options } = openQuery();
    const loaded = queries.fetchQuery(options);
    const refreshed = refreshQueries(queries, ['runs']);
    requests[0]?.resolve('running');
    await Promise.all([loaded, refreshed]);
    expect(queries.getQueryState(KEY)).toMatchObject({ data: 'running', isInvalidated: true });
  });

  it('leaves other responses unchanged', async () => {
    const { queries, requests, options } = openQuery();
    const stop = new QueryObserver(queries, options).subscribe(() => {});
    const refreshed = refreshQueries(queries, ['approvals']);
    requests[0]?.resolve('running');
    await refreshed;
    await vi.waitFor(() => expect(queries.getQueryState(KEY)?.status).toBe('success'));
    expect(requests).toHaveLength(1);
    stop();
  });
});
