import { SekishoError } from '../errors/sekisho-error.ts';

/** For `catch` when a request is closed: somebody else may have decided it in the same moment. */
export function ignoreConflict(cause: unknown): undefined {
  // A row that does not verify stays as it is, for verifyExecutionLog() and doctor() to report.
  const passed = ['AGENTS-E-APPROVAL-INVALID', 'AGENTS-E-AUTHORITY'];
  if (cause instanceof SekishoError && passed.includes(cause.code)) return undefined;
  throw cause;
}
