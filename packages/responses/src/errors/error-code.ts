/** All error classes of this package. Callers can match on them exhaustively. */
export const errorCodes = [
  'invalid_argument',
  'authentication',
  'permission_denied',
  'model_not_found',
  'invalid_request',
  'unsupported_parameter',
  'context_length_exceeded',
  'content_policy',
  'invalid_response_id',
  'previous_response_not_found',
  'previous_response_unusable',
  'foreign_conversation',
  'response_not_found',
  'conflict',
  'rate_limited',
  'quota_exhausted',
  'server_error',
  'connection_failed',
  'timed_out',
  'cancelled',
  'stream_interrupted',
  'upstream_shape',
  'upstream_error',
] as const;

/** One of the error classes of this package. */
export type ErrorCode = (typeof errorCodes)[number];
