import { SekishoError } from '../errors/sekisho-error.ts';

/** A `catch` handler for closing a request that another process may have decided at the same time. */
export function ignoreConflict(cause: unknown): undefined {
  // A row that does not verify is not changed, so that verifyExecutionLog() and doctor() report it.
  const passed = ['AGENTS-E-APPROVAL-INVALID', 'AGENTS-E-AUTHORITY'];
  if (cause instanceof SekishoError && passed.includes(cause.code)) return undefined;
  throw cause;
}
