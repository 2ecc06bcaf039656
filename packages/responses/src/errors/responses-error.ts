import type { ErrorCode } from './error-code.ts';

/** What the other side said about a failure; never a body, a header or a prompt. */
export type UpstreamFacts = {
  status?: number;
  code?: string;
  param?: string;
  type?: string;
  requestId?: string;
  retryAfterMs?: number;
  /** Set when it said that asking again will not help. */
  isFinal?: true;
};

/** The one error of this package. Match on `code`; show `message` to people. */
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
