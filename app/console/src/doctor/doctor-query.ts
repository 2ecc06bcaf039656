import type { ConsoleClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';

/** Runs the checks of the doctor. */
export function doctorQuery(client: ConsoleClient) {
  return {
    queryKey: ['doctor'],
    queryFn: () => readResponse(client.api.doctor.$get()),
    refetchOnWindowFocus: false,
  };
}
