import type { ErrorCode } from './error-code.ts';
import type { UpstreamFacts } from './responses-error.ts';

/** Returns the error class for a status, code and param. The text of a message is never used. */
export function classifyError(facts: UpstreamFacts, sentPreviousId = true): ErrorCode {
  const byCode = facts.code === undefined ? undefined : classifyCode(facts.code, facts, sentPreviousId);
  return byCode ?? classifyStatus(facts);
}

/**
 * Returns whether a 400 may mean that the previous response no longer exists without stating it. Some backends return
 * neither a specific code nor a param. Only a lookup of the id can determine it.
 */
export function isAmbiguousRejection(facts: UpstreamFacts, sentPreviousId: boolean): boolean {
  if (!sentPreviousId || facts.status !== 400) return false;
  const blamesSomethingElse = facts.param !== undefined && facts.param !== 'previous_response_id';
  return !blamesSomethingElse && classifyError(facts) === 'invalid_request';
}

function classifyCode(code: string, facts: UpstreamFacts, sentPreviousId: boolean): ErrorCode | undefined {
  // Only own properties count, so that a code named "constructor" does not match Object.prototype.
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  if (facts.param === 'previous_response_id' && (code === 'invalid_id_prefix' || code === 'invalid_value')) {
    return 'invalid_response_id';
  }
  // Zero Data Retention returns "unsupported_parameter" without a param. Other rejections contain one.
  if (code === 'unsupported_parameter') {
    const aboutContinuity =
      sentPreviousId && (facts.param === undefined || facts.param === 'previous_response_id');
    return aboutContinuity ? 'previous_response_unusable' : 'unsupported_parameter';
  }
  return undefined;
}

const BY_CODE: Readonly<Record<string, ErrorCode>> = {
  previous_response_not_found: 'previous_response_not_found',
  invalid_response_id: 'invalid_response_id',
  invalid_api_key: 'authentication',
  model_not_found: 'model_not_found',
  unsupported_value: 'unsupported_parameter',
  context_length_exceeded: 'context_length_exceeded',
  insufficient_quota: 'quota_exhausted',
  billing_hard_limit_reached: 'quota_exhausted',
  rate_limit_exceeded: 'rate_limited',
  server_error: 'server_error',
  content_policy_violation: 'content_policy',
  content_filter: 'content_policy',
  bio_policy: 'content_policy',
  cyber_policy: 'content_policy',
  misalignment_policy_violation: 'content_policy',
  image_content_policy_violation: 'content_policy',
  invalid_prompt: 'content_policy',
  data_residency_mismatch: 'permission_denied',
  unsupported_country_region_territory: 'permission_denied',
};

function classifyStatus({ status, param }: UpstreamFacts): ErrorCode {
  if (status === undefined) return 'upstream_error';
  if (status === 400 || status === 422) {
    return status === 400 && param === 'previous_response_id' ? 'invalid_response_id' : 'invalid_request';
  }
  if (status === 401) return 'authentication';
  if (status === 403) return 'permission_denied';
  if (status === 404) return 'response_not_found';
  if (status === 408 || status === 504) return 'timed_out';
  if (status === 409) return 'conflict';
  if (status === 413) return 'context_length_exceeded';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'server_error';
  return 'upstream_error';
}
