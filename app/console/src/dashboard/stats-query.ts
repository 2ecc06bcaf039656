import { keepPreviousData } from '@tanstack/react-query';
import type { ConsoleClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';

/** The period and the filters of the dashboard. */
export interface StatsFilter {
  readonly days: string;
  readonly application?: string | undefined;
  readonly agent?: string | undefined;
  readonly tool?: string | undefined;
}

/** Queries the counts of the last days. While the server still counts, they are read again. */
export function statsQuery(client: ConsoleClient, filter: StatsFilter) {
  return {
    queryKey: ['stats', filter],
    queryFn: () => fetchStats(client, filter),
    placeholderData: keepPreviousData<Stats>,
    refetchInterval: ({ state }: { readonly state: { readonly data?: Stats | undefined } }) =>
      state.data !== undefined && isCounting(state.data) ? 2_000 : 60_000,
  };
}

const fetchStats = (client: ConsoleClient, filter: StatsFilter) =>
  readResponse(client.api.stats.$get({ query: { ...filter } }));

/** The counts of the last days. */
export type Stats = Awaited<ReturnType<typeof fetchStats>>;

/** Returns whether the server has not counted the whole log yet. */
export const isCounting = ({ read, total }: Stats) => read < total - SMALL_LAG;

/** Records that are not counted, such as checkpoints, may follow the last counted one. */
const SMALL_LAG = 200;
