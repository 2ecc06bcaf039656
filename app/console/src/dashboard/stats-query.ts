import type { ConsoleClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';

/** Queries the counts of the last days. While the server still counts, they are read again. */
export function statsQuery(client: ConsoleClient, days: string) {
  return {
    queryKey: ['stats', days],
    queryFn: () => fetchStats(client, days),
    refetchInterval: ({ state }: { readonly state: { readonly data?: Stats | undefined } }) =>
      state.data !== undefined && state.data.read < state.data.total - SMALL_LAG ? 2_000 : 60_000,
  };
}

const fetchStats = (client: ConsoleClient, days: string) =>
  readResponse(client.api.stats.$get({ query: { days } }));

/** The counts of the last days. */
export type Stats = Awaited<ReturnType<typeof fetchStats>>;

/** Records that are not counted, such as checkpoints, may follow the last counted one. */
const SMALL_LAG = 200;
