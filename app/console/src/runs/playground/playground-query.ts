import { queryOptions } from '@tanstack/react-query';
import type { ConsoleClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';

/** Queries the tasks of the demo agents, and the examples of trials. */
export const playgroundQuery = (client: ConsoleClient) =>
  queryOptions({ queryKey: ['playground'], queryFn: () => fetchPlayground(client) });

const fetchPlayground = (client: ConsoleClient) => readResponse(client.api.playground.$get());

/** The tasks of the demo agents, and the examples of trials. */
export type Playground = Awaited<ReturnType<typeof fetchPlayground>>;
