import { describe, expect, it } from 'vitest';
import { classifyError, isAmbiguousRejection } from './classify-error.ts';
import { describeError } from './describe-error.ts';
import { errorCodes, type ErrorCode } from './error-code.ts';
import type { UpstreamFacts } from './responses-error.ts';

const table: [string, UpstreamFacts, ErrorCode][] = [
  [
    'an expired, deleted or foreign previous response',
    { status: 400, code: 'previous_response_not_found', param: 'previous_response_id' },
    'previous_response_not_found',
  ],
  [
    'an id with the wrong prefix',
    { status: 400, code: 'invalid_id_prefix', param: 'previous_response_id' },
    'invalid_response_id',
  ],
  [
    'an id with invalid characters',
    { status: 400, code: 'invalid_value', param: 'previous_response_id' },
    'invalid_response_id',
  ],
  ['the code that the design names', { status: 400, code: 'invalid_response_id' }, 'invalid_response_id'],
  [
    'an organization without retention',
    { status: 400, code: 'unsupported_parameter' },
    'previous_response_unusable',
  ],
  [
    'another unsupported parameter',
    { status: 400, code: 'unsupported_parameter', param: 'temperature' },
    'unsupported_parameter',
  ],
  [
    'an effort that the model does not support',
    { status: 400, code: 'unsupported_value' },
    'unsupported_parameter',
  ],
  ['search with minimal effort', { status: 400, param: 'tools' }, 'invalid_request'],
  ['an unspecific rejection', { status: 400, code: 'invalid_request_error' }, 'invalid_request'],
  ['a missing model', { status: 404, code: 'model_not_found' }, 'model_not_found'],
  ['a missing response', { status: 404 }, 'response_not_found'],
  ['an invalid key', { status: 401, code: 'invalid_api_key' }, 'authentication'],
  ['a missing key', { status: 401 }, 'authentication'],
  ['a forbidden call', { status: 403 }, 'permission_denied'],
  ['an input that is too long', { status: 400, code: 'context_length_exceeded' }, 'context_length_exceeded'],
  ['a body that is too large', { status: 413 }, 'context_length_exceeded'],
  ['a rate limit', { status: 429, code: 'rate_limit_exceeded' }, 'rate_limited'],
  ['a bare 429', { status: 429 }, 'rate_limited'],
  ['an exhausted quota', { status: 429, code: 'insufficient_quota' }, 'quota_exhausted'],
  ['a server error', { status: 500 }, 'server_error'],
  ['an overloaded server', { status: 503 }, 'server_error'],
  ['a gateway timeout', { status: 504 }, 'timed_out'],
  ['a conflict', { status: 409 }, 'conflict'],
  ['a policy violation', { code: 'bio_policy' }, 'content_policy'],
  ['a code that is also a property of every object', { status: 400, code: 'constructor' }, 'invalid_request'],
  ['an empty error', {}, 'upstream_error'],
];

describe('classifyError', () => {
  it.each(table)('classifies %s', (_case, facts, expected) => {
    expect(classifyError(facts)).toBe(expected);
  });

  it('does not report a previous response that was never sent', () => {
    expect(classifyError({ status: 400, code: 'unsupported_parameter' }, false)).toBe(
      'unsupported_parameter',
    );
  });

  it.each([
    ['no param and no specific code', { status: 400, code: 'invalid_request_error' }, true],
    ['no body at all', { status: 400 }, true],
    ['the previous id as param without a code', { status: 400, param: 'previous_response_id' }, false],
    ['another parameter', { status: 400, param: 'tools' }, false],
    ['a specific code', { status: 400, code: 'previous_response_not_found' }, false],
    ['a server error', { status: 500 }, false],
  ])('classifies a rejection with %s as ambiguous: %j', (_case, facts, expected) => {
    expect(isAmbiguousRejection(facts, true)).toBe(expected);
    expect(isAmbiguousRejection(facts, false)).toBe(false);
  });
});

describe('describeError', () => {
  it.each(errorCodes)('has a sentence in both languages for %s', (code) => {
    expect(describeError(code, 'en')).toMatch(/^[A-Z].*\.$/);
    expect(describeError(code, 'ja')).toMatch(/。$/);
  });
});
