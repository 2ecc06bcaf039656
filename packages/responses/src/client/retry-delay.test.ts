import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../errors/error-code.ts';
import { ResponsesError, type UpstreamFacts } from '../errors/responses-error.ts';
import { retryDelay } from './retry-delay.ts';

const first = { attempt: 1, hasBegun: false, backoffMs: 500 };

const failure = (code: ErrorCode, upstream: UpstreamFacts = {}, cause?: unknown) =>
  new ResponsesError(code, 'x', { upstream, cause });
const connection = (code: string) =>
  failure('connection_failed', {}, new Error('a', { cause: Object.assign(new Error('b'), { code }) }));

describe('retryDelay', () => {
  it.each([
    ['a rate limit', failure('rate_limited', { status: 429 }), 500],
    ['a rate limit with a retry time', failure('rate_limited', { status: 429, retryAfterMs: 70 }), 70],
    ['a rate limit of a minute', failure('rate_limited', { status: 429, retryAfterMs: 60_000 }), 60_000],
    ['a server error', failure('server_error', { status: 503 }), 500],
    ['a refused connection', connection('ECONNREFUSED'), 500],
    ['an unknown host', connection('ENOTFOUND'), 500],
  ])('retries after %s', (_case, error, expected) => {
    expect(retryDelay(error, first)).toBe(expected);
  });

  it.each([
    ['a reset connection', connection('ECONNRESET')],
    ['a connection that failed for an unknown reason', failure('connection_failed')],
    ['a timeout', failure('timed_out')],
    ['a rate limit of an hour', failure('rate_limited', { status: 429, retryAfterMs: 3_600_000 })],
    [
      'a rate limit inside a response that was executed',
      failure('rate_limited', { code: 'rate_limit_exceeded' }),
    ],
    ['a server error inside a response that was executed', failure('server_error', { code: 'server_error' })],
    ['an exhausted quota', failure('quota_exhausted', { status: 429 })],
    ['a rejected request', failure('invalid_request', { status: 400 })],
  ])('does not retry after %s', (_case, error) => {
    expect(retryDelay(error, first)).toBeUndefined();
  });

  it('does not retry after any event has arrived', () => {
    expect(
      retryDelay(failure('server_error', { status: 500 }), { ...first, hasBegun: true }),
    ).toBeUndefined();
  });

  it('waits longer before each retry', () => {
    const error = failure('server_error', { status: 500 });
    expect([1, 2, 3].map((attempt) => retryDelay(error, { ...first, attempt }))).toEqual([500, 1000, 2000]);
  });
});
