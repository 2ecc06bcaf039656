import { ResponsesError } from '../errors/responses-error.ts';
import type { CallOptions, ResponsesClient } from './responses-client.ts';
import type { RunResult } from './run-result.ts';
import { systemTimer, type Timer } from './timer.ts';

/** How a background response is waited for. */
export type WaitOptions = {
  deadlineMs: number;
  pollMs?: number;
  /** A response that is still queued after this time is taken for lost: some never leave the queue. */
  stuckAfterMs?: number;
  signal?: AbortSignal;
  timer?: Timer;
};

/** Polls a background response until it has ended, the time is up, or it is stuck. */
export async function waitForResponse(
  client: ResponsesClient,
  id: string,
  options: WaitOptions,
): Promise<RunResult> {
  const { deadlineMs, pollMs = 2000, stuckAfterMs = 300_000, timer = systemTimer } = options;
  const signal = options.signal ?? new AbortController().signal;
  const call: CallOptions = { signal };
  const startedAt = timer.now();
  for (;;) {
    const result = await client.retrieve(id, call);
    const status = result.ok ? result.outcome.status : undefined;
    if (!result.ok || (status !== 'queued' && status !== 'in_progress')) return result;
    const waitedMs = timer.now() - startedAt;
    if (status === 'queued' && waitedMs >= stuckAfterMs) {
      await client.cancel(id, call);
      return giveUp(result, 'The response never left the queue; it was cancelled.');
    }
    if (waitedMs + pollMs > deadlineMs)
      return giveUp(result, 'The response is still running; ask for it later.');
    try {
      await timer.wait(pollMs, signal);
    } catch (cause) {
      const error = new ResponsesError('cancelled', 'Waiting was cancelled.', { cause });
      return { ok: false, error, partial: result.outcome, attempts: 1 };
    }
  }
}

function giveUp({ outcome }: Extract<RunResult, { ok: true }>, message: string): RunResult {
  return { ok: false, error: new ResponsesError('timed_out', message), partial: outcome, attempts: 1 };
}
