import { SekishoError } from '../errors/sekisho-error.ts';

/** Creates the error for a decision, or an operation on an approval request, that is not valid. */
export const approvalError = (message: string, cause?: unknown) =>
  new SekishoError('AGENTS-E-APPROVAL-INVALID', message, cause === undefined ? undefined : { cause });

/** Creates the same error with a message that begins with `Approval`. */
export const invalid = (why: string) => approvalError(`Approval ${why}`);
