import { classifyError } from '../errors/classify-error.ts';
import { ResponsesError, type UpstreamFacts } from '../errors/responses-error.ts';
import type { ResponseOutcome } from '../events/response-outcome.ts';

/** The end of a call: an outcome, or an error with the partial outcome. */
export type RunResult =
  | { ok: true; outcome: ResponseOutcome; attempts: number; requestId: string | undefined }
  | { ok: false; error: ResponsesError; partial: ResponseOutcome | undefined; attempts: number };

/** Converts a finished outcome to a result. A failed response is an error with its partial answer. */
export function toRunResult(
  outcome: ResponseOutcome,
  { attempts, requestId }: { attempts: number; requestId: string | undefined },
): RunResult {
  if (outcome.status !== 'failed') return { ok: true, outcome, attempts, requestId };
  const upstream: UpstreamFacts = {
    ...(outcome.failure?.code === undefined ? {} : { code: outcome.failure.code }),
    ...(requestId === undefined ? {} : { requestId }),
  };
  const message = `The response failed${upstream.code === undefined ? '' : ` (${upstream.code})`}.`;
  const error = new ResponsesError(classifyError(upstream), message, { upstream });
  return { ok: false, error, partial: outcome, attempts };
}
