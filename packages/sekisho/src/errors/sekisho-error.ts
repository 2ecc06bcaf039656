import { AgentsError } from '@openai/agents-core';
import type { ErrorCode } from './error-codes.ts';

/**
 * The one error of this package. Match on `code`; show `message` to people.
 * It extends upstream's AgentsError, so a `catch` written for the Agents SDK keeps working.
 */
export class SekishoError extends AgentsError {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message);
    this.name = 'SekishoError';
    this.code = code;
    if (options && 'cause' in options) this.cause = options.cause;
  }
}
