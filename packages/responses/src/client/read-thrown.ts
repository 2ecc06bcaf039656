import { classifyError } from '../errors/classify-error.ts';
import { ResponsesError, type UpstreamFacts } from '../errors/responses-error.ts';
import { isRecord } from '../json/is-record.ts';
import { readString } from '../json/read-field.ts';
import type { Deadline } from './deadline.ts';
import type { OpenAiModule } from './load-openai.ts';

/** Converts any error of the client library to a ResponsesError. */
export function readThrown(
  thrown: unknown,
  openai: OpenAiModule,
  situation: { deadline: Deadline; hasBegun: boolean; sentPreviousId?: boolean },
): ResponsesError {
  if (thrown instanceof ResponsesError) return thrown;
  const { deadline, hasBegun, sentPreviousId = false } = situation;
  if (deadline.isCanceled)
    return new ResponsesError('cancelled', 'The call was cancelled.', { cause: thrown });
  if (deadline.isOver || thrown instanceof openai.APIConnectionTimeoutError) {
    return new ResponsesError('timed_out', 'The call did not finish in time.', { cause: thrown });
  }
  if (thrown instanceof openai.APIConnectionError) {
    const code = hasBegun ? 'stream_interrupted' : 'connection_failed';
    return new ResponsesError(code, 'The connection to OpenAI failed.', { cause: thrown });
  }
  if (thrown instanceof openai.APIError) {
    const upstream = readFacts(thrown);
    const code = classifyError(upstream, sentPreviousId);
    return new ResponsesError(code, writeMessage(upstream), { upstream, cause: thrown });
  }
  return hasBegun
    ? new ResponsesError('stream_interrupted', 'The stream was interrupted.', { cause: thrown })
    : new ResponsesError('upstream_shape', 'The response could not be parsed.', { cause: thrown });
}

type ApiErrorFacts = {
  status?: unknown;
  code?: unknown;
  param?: unknown;
  type?: unknown;
  requestID?: unknown;
  headers?: unknown;
};

function readFacts(error: ApiErrorFacts): UpstreamFacts {
  const facts: UpstreamFacts = {};
  if (typeof error.status === 'number') facts.status = error.status;
  if (typeof error.code === 'string') facts.code = error.code;
  if (typeof error.param === 'string') facts.param = error.param;
  if (typeof error.type === 'string') facts.type = error.type;
  if (typeof error.requestID === 'string') facts.requestId = error.requestID;
  const retryAfterMs = error.headers instanceof Headers ? readRetryAfter(error.headers) : undefined;
  if (retryAfterMs !== undefined) facts.retryAfterMs = retryAfterMs;
  if (error.headers instanceof Headers && error.headers.get('x-should-retry') === 'false') {
    facts.isFinal = true;
  }
  return facts;
}

function readRetryAfter(headers: Headers): number | undefined {
  const ms = readCount(headers.get('retry-after-ms'));
  if (ms !== undefined) return ms;
  const text = headers.get('retry-after') ?? '';
  const seconds = readCount(text);
  if (seconds !== undefined) return seconds * 1000;
  // A date is relative to the Date header of the response, because the clock of the server may differ.
  const untilMs = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return untilMs >= 0 ? untilMs : undefined;
}

// An empty header is not a number, but JavaScript converts it to zero.
function readCount(text: string | null): number | undefined {
  const count = Number(text?.trim() || Number.NaN);
  return Number.isFinite(count) && count >= 0 ? count : undefined;
}

// The message of OpenAI may quote the prompt or the key, so the error contains only facts.
function writeMessage({ status, code, param }: UpstreamFacts): string {
  const parts = [status === undefined ? undefined : `status ${status}`, code, param && `at "${param}"`];
  const known = parts.filter((part) => part !== undefined && part !== '').join(', ');
  return known === '' ? 'OpenAI reported an error.' : `OpenAI reported an error (${known}).`;
}

/** Returns the system's error code of a failed connection from the chain of causes. */
export function readConnectionCode(error: unknown): string | undefined {
  let cause: unknown = error;
  for (let depth = 0; depth < 6 && cause instanceof Error; depth += 1) {
    const code: unknown = 'code' in cause ? cause.code : undefined;
    if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return code;
    cause = cause.cause;
  }
  return isRecord(cause) ? readString(cause, 'code') : undefined;
}
