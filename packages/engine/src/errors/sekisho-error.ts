import { ERROR_CATALOG, type ErrorCategory, type ErrorCode } from './error-catalog.ts';

/** The error class of all packages. Handle errors by `code` and display `message`. */
export class SekishoError extends Error {
  readonly code: ErrorCode;
  /** The cause of a provider error, for example `unreachable` or `key-refused`. */
  declare readonly reason?: string;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; reason?: string }) {
    super(message);
    this.name = 'SekishoError';
    this.code = code;
    if (options && 'cause' in options) this.cause = options.cause;
    if (options?.reason !== undefined) this.reason = options.reason;
  }

  /** The part of the system that the code belongs to. */
  get category(): ErrorCategory {
    return ERROR_CATALOG[this.code].category;
  }
}
