import { AgentsError } from '@openai/agents-core';
import { ERROR_CATALOG, type ErrorCategory } from './error-catalog.ts';
import type { ErrorCode } from './error-codes.ts';

/**
 * The one error of this package. Match on `code`; show `message` to people.
 * It extends upstream's AgentsError, so a `catch` written for the Agents SDK keeps working.
 */
export class SekishoError extends AgentsError {
  readonly code: ErrorCode;
  /** For an error of a model provider: what went wrong, for example `unreachable` or `key-refused`. */
  declare readonly reason?: string;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; reason?: string }) {
    super(message);
    this.name = 'SekishoError';
    this.code = code;
    if (options && 'cause' in options) this.cause = options.cause;
    if (options?.reason !== undefined) this.reason = options.reason;
  }

  /** The part of the system that the code is about. */
  get category(): ErrorCategory {
    return ERROR_CATALOG[this.code].category;
  }
}
