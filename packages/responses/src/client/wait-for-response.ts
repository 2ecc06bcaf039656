import type { ErrorCode } from '../errors/error-code.ts';
import { ResponsesError } from '../errors/responses-error.ts';
import type { ResponseOutcome } from '../events/response-outcome.ts';
import type { ResponsesClient } from './responses-client.ts';
import type { RunResult } from './run-result.ts';
import { systemTimer, type Timer } from './timer.ts';

/** The options for waiting for a background response. */
export type WaitOptions = {
  deadlineMs: number;
  pollMs?: number;
  /** A response that is still queued after this time is considered lost, because some never leave the queue. */
  stuckAfterMs?: number;
  signal?: AbortSignal;
  timer?: Timer;
};

// A single poll that hangs must not use the whole wait, and a short wait must leave time for one poll.
const MAX_POLL_INTERVAL_MS = 60_000;
const MIN_POLL_INTERVAL_MS = 1000;
const MAX_FAILED_POLLS = 5;
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'server_error',
  'connection_failed',
  'timed_out',
]);

/** Polls a background response until it has ended, the time is up, or it is stuck. A failed poll is repeated. */
export async function waitForResponse(
  client: ResponsesClient,
  id: string,
  options: WaitOptions,
): Promise<RunResult> {
  const { deadlineMs, pollMs = 2000, stuckAfterMs = 300_000, timer = systemTimer } = options;
  const signal = options.signal ?? new AbortController().signal;
  const startedAt = timer.now();
  let known: ResponseOutcome | undefined;
  let failures = 0;
  for (;;) {
    const leftMs = deadlineMs - (timer.now() - startedAt);
    const pollTimeoutMs = Math.min(MAX_POLL_INTERVAL_MS, Math.max(MIN_POLL_INTERVAL_MS, leftMs));
    const result = await client.retrieve(id, { signal, deadlineMs: pollTimeoutMs });
    const waitedMs = timer.now() - startedAt;
    const pauseMs = pauseAfter(result, pollMs);
    const isTimeUp = waitedMs + pauseMs > deadlineMs;
    if (result.ok) {
      if (!isUnfinished(result.outcome)) return result;
      known = result.outcome;
      failures = 0;
      if (known.status === 'queued' && waitedMs >= stuckAfterMs) {
        await client.cancel(id, { signal });
        return stopWaiting(known, 'The response did not leave the queue and was cancelled.');
      }
      if (isTimeUp) return stopWaiting(known, 'The response is still running. Retrieve it later.');
    } else {
      failures += 1;
      if (isTimeUp || !canRepeat(result.error, failures))
        return { ...result, partial: result.partial ?? known };
    }
    try {
      await timer.wait(pauseMs, signal);
    } catch (cause) {
      const error = new ResponsesError('cancelled', 'Waiting was cancelled.', { cause });
      return { ok: false, error, partial: known, attempts: 1 };
    }
  }
}

/** Returns the time until the next poll, which the server can extend. */
function pauseAfter(result: RunResult, pollMs: number): number {
  return result.ok ? pollMs : Math.max(pollMs, result.error.upstream.retryAfterMs ?? 0);
}

function canRepeat({ code }: ResponsesError, failures: number): boolean {
  return failures <= MAX_FAILED_POLLS && PASSING.has(code);
}

function isUnfinished({ status }: ResponseOutcome): boolean {
  return status === 'queued' || status === 'in_progress';
}

function stopWaiting(outcome: ResponseOutcome, message: string): RunResult {
  return { ok: false, error: new ResponsesError('timed_out', message), partial: outcome, attempts: 1 };
}
