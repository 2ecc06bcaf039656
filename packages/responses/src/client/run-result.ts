import { classifyError } from '../errors/classify-error.ts';
import { ResponsesError, type UpstreamFacts } from '../errors/responses-error.ts';
import type { ResponseOutcome } from '../events/response-outcome.ts';

/** How a call ended: with an outcome, or with an error and whatever had arrived before it. */
export type RunResult =
  | { ok: true; outcome: ResponseOutcome; attempts: number; requestId: string | undefined }
  | { ok: false; error: ResponsesError; partial: ResponseOutcome | undefined; attempts: number };

/** A finished outcome as a result: a response that failed is an error that keeps its partial answer. */
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
