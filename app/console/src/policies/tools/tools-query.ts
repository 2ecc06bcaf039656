import { queryOptions } from '@tanstack/react-query';
import type { ConsoleClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';

/** Queries the tools of the server's agents. Tools with an inferred manifest come first. */
export const toolsQuery = (client: ConsoleClient) =>
  queryOptions({ queryKey: ['tools', 'list'], queryFn: () => fetchTools(client) });

/** A tool with its effective manifest. */
export type Tool = Awaited<ReturnType<typeof fetchTools>>[number];

const RANK = { guess: 0, confirmed: 1, declared: 2 } as const;

async function fetchTools(client: ConsoleClient) {
  const { items } = await readResponse(client.api.tools.$get());
  return items.toSorted(
    (a, b) => RANK[a.manifest_source] - RANK[b.manifest_source] || a.tool_id.localeCompare(b.tool_id),
  );
}
