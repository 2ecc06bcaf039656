import type { ResponseCreateParamsBase } from 'openai/resources/responses/responses';
import type { ErrorCode } from '../errors/error-code.ts';
import { ResponsesError } from '../errors/responses-error.ts';
import type { Progress } from '../events/progress.ts';
import type { ResponseOutcome } from '../events/response-outcome.ts';
import type { ResponseReducer } from '../events/response-reducer.ts';
import type { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { readCheckedResponse } from './read-checked-response.ts';
import { readThrown } from './read-thrown.ts';
import { toRunResult, type RunResult } from './run-result.ts';

const PARTING_MS = 10_000;
const MAX_RESUMPTIONS = 5;
const RESUMPTION_BACKOFF_MS = 500;
const RESUMABLE: ReadonlySet<ErrorCode> = new Set(['stream_interrupted', 'server_error', 'rate_limited']);
// This time is sufficient for the end of a finished stream, so that its connection can be reused.
const AFTER_THE_END_MS = 2000;

/** The options of one attempt: where its events go and how long it may take. */
export type Attempt = {
  number: number;
  reducer: ResponseReducer;
  deadline: Deadline;
  onProgress: ((progress: Progress) => void) | undefined;
};

/** Sends a request once and reads its response to the end. Every failure becomes a result. */
export async function runAttempt(
  connection: Connection,
  params: ResponseCreateParamsBase,
  attempt: Attempt,
): Promise<RunResult> {
  const { reducer, deadline, number } = attempt;
  try {
    deadline.signal.throwIfAborted();
    const { openai } = connection;
    const { signal } = deadline;
    if (params.stream !== true) {
      // Background work may have started when its caller cancels. Only the response contains the id that is needed to
      // cancel it.
      const patience = params.background === true ? deadline.signalAfter(PARTING_MS) : signal;
      const request = openai.responses.create({ ...params, stream: false }, { signal: patience });
      const answer = await request.withResponse();
      const outcome = readCheckedResponse(answer.data);
      if (deadline.isCanceled && params.background === true) return canceledResult(outcome, number);
      return toRunResult(outcome, { attempts: number, requestId: answer.request_id ?? undefined });
    }
    const answer = await openai.responses.create({ ...params, stream: true }, { signal }).withResponse();
    try {
      await readEvents(answer.data, attempt);
    } catch (thrown) {
      if (params.background !== true) throw thrown;
      await resume(connection, attempt, thrown);
    }
    return toRunResult(reducer.read(), { attempts: number, requestId: answer.request_id ?? undefined });
  } catch (thrown) {
    const sentPreviousId = Boolean(params.previous_response_id);
    const { hasBegun } = reducer;
    const error = readThrown(thrown, connection.module, { deadline, hasBegun, sentPreviousId });
    const partial = hasBegun ? reducer.read() : undefined;
    return { ok: false, error, partial, attempts: number };
  }
}

function canceledResult(partial: ResponseOutcome, attempts: number): RunResult {
  const error = new ResponsesError('cancelled', 'The call was cancelled.');
  return { ok: false, error, partial, attempts };
}

/** Follows a response that is in progress at OpenAI, starting after a known event. */
export async function followResponse(
  { openai }: Connection,
  id: string,
  attempt: Attempt & { startingAfter?: number | undefined },
): Promise<void> {
  const { startingAfter } = attempt;
  const { signal } = attempt.deadline;
  const query = {
    stream: true as const,
    ...(startingAfter === undefined ? {} : { starting_after: startingAfter }),
  };
  await readEvents(await openai.responses.retrieve(id, query, { signal }), attempt);
}

// A background response continues at OpenAI, so reading from the last event has no cost.
async function resume(connection: Connection, attempt: Attempt, first: unknown): Promise<void> {
  const { reducer, deadline } = attempt;
  let thrown = first;
  for (let count = 0; count < MAX_RESUMPTIONS; count += 1) {
    const error = readThrown(thrown, connection.module, { deadline, hasBegun: reducer.hasBegun });
    if (!RESUMABLE.has(error.code) || reducer.id === undefined) throw thrown;
    const backoff = RESUMPTION_BACKOFF_MS * 2 ** (count - 1);
    const pause = error.upstream.retryAfterMs ?? backoff;
    if (count > 0 && pause >= deadline.leftMs) throw thrown;
    try {
      // The first request is sent without delay, because most interruptions are short.
      if (count > 0) await deadline.pause(pause);
      const startingAfter = reducer.lastSequence;
      return await followResponse(connection, reducer.id, { ...attempt, startingAfter });
    } catch (again) {
      thrown = again;
    }
  }
  throw thrown;
}

async function readEvents(events: AsyncIterable<unknown>, attempt: Attempt): Promise<void> {
  const { reducer, deadline, onProgress } = attempt;
  try {
    for await (const event of events) {
      if (reducer.isFinished) continue;
      const progress = reducer.apply(event);
      if (reducer.isFinished) deadline.shorten(AFTER_THE_END_MS);
      if (progress) onProgress?.(progress);
    }
  } catch (thrown) {
    // A connection that breaks after the last event has delivered everything.
    if (!reducer.isFinished) throw thrown;
  }
  // The library ends an aborted stream as if it were complete.
  if (!reducer.isFinished) throw new Error('The stream ended before the response did.');
}
