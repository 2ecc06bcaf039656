import type { ErrorCode } from './error-code.ts';

/** The facts about a failure that the server sent. They never contain a body, a header or a prompt. */
export type UpstreamFacts = {
  status?: number;
  code?: string;
  param?: string;
  type?: string;
  requestId?: string;
  retryAfterMs?: number;
  /** Set when the server stated that a retry will not help. */
  isFinal?: true;
};

/** The only error class of this package. Match on `code` and display `message`. */
export class ResponsesError extends Error {
  readonly code: ErrorCode;
  readonly upstream: UpstreamFacts;

  constructor(code: ErrorCode, message: string, options: { upstream?: UpstreamFacts; cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ResponsesError';
    this.code = code;
    this.upstream = options.upstream ?? {};
  }
}
