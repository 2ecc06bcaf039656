import { queryOptions } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import type { ConsoleClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';

type Runs = ConsoleClient['api']['runs'];

/** One page of runs. */
export type RunPage = InferResponseType<Runs['$get'], 200>;

/** A run in the list. */
export type RunSummary = RunPage['items'][number];

/** A run with its timeline. */
export type RunDetail = InferResponseType<Runs[':run_id']['$get'], 200>;

/** One span of a timeline. */
export type Span = RunDetail['spans'][number];

/** Queries a run with its timeline. */
export const runQuery = (client: ConsoleClient, runId: string) =>
  queryOptions({
    queryKey: ['run', runId],
    queryFn: () => readResponse(client.api.runs[':run_id'].$get({ param: { run_id: runId } })),
  });
