import type { InferResponseType } from 'hono/client';
import type { ConsoleClient } from '../api/console-client.ts';

type Runs = ConsoleClient['api']['runs'];

/** One page of runs. */
export type RunPage = InferResponseType<Runs['$get'], 200>;

/** A run in the list. */
export type RunSummary = RunPage['items'][number];

/** A run with its timeline. */
export type RunDetail = InferResponseType<Runs[':run_id']['$get'], 200>;

/** One span of a timeline. */
export type Span = RunDetail['spans'][number];
