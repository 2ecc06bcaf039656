import type { ConsoleClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';

/** Reads the stops that are in force. */
export function stopsQuery(client: ConsoleClient) {
  return { queryKey: ['stops'], queryFn: () => readResponse(client.api.stops.$get()) };
}
