import type { ResponseCreateParamsBase } from 'openai/resources/responses/responses';
import type { Progress } from '../events/progress.ts';
import type { ResponseReducer } from '../events/response-reducer.ts';
import type { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { readCheckedResponse } from './read-checked-response.ts';
import { readThrown } from './read-thrown.ts';
import { toRunResult, type RunResult } from './run-result.ts';

const MOST_RESUMPTIONS = 5;

/** One attempt of a call: where its events go and how long it may take. */
export type Attempt = {
  number: number;
  reducer: ResponseReducer;
  deadline: Deadline;
  onProgress: ((progress: Progress) => void) | undefined;
};

/** Sends a request once and reads its answer to the end; whatever goes wrong becomes a result. */
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
      const answer = await openai.responses.create({ ...params, stream: false }, { signal }).withResponse();
      const requestId = answer.request_id ?? undefined;
      return toRunResult(readCheckedResponse(answer.data), { attempts: number, requestId });
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

/** Follows a response that already runs at OpenAI, from a known event on. */
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

// A background response goes on without us, so reading on from the last event costs nothing.
async function resume(connection: Connection, attempt: Attempt, first: unknown): Promise<void> {
  const { reducer, deadline } = attempt;
  let thrown = first;
  for (let count = 0; count < MOST_RESUMPTIONS; count += 1) {
    const error = readThrown(thrown, connection.module, { deadline, hasBegun: reducer.hasBegun });
    if (error.code !== 'stream_interrupted' || reducer.id === undefined) throw thrown;
    try {
      const startingAfter = reducer.lastSequence;
      return await followResponse(connection, reducer.id, { ...attempt, startingAfter });
    } catch (again) {
      thrown = again;
    }
  }
  throw thrown;
}

async function readEvents(events: AsyncIterable<unknown>, attempt: Attempt): Promise<void> {
  const { reducer, onProgress } = attempt;
  try {
    for await (const event of events) {
      const progress = reducer.apply(event);
      if (progress) onProgress?.(progress);
    }
  } catch (thrown) {
    // A connection that breaks after the last word has done its work.
    if (!reducer.isFinished) throw thrown;
  }
  // The library ends an aborted stream as if it were complete.
  if (!reducer.isFinished) throw new Error('The stream ended before the response did.');
}
