import { SekishoError } from '../errors/sekisho-error.ts';

/** A separate audit log did not store its records. The state of the run has not been written yet. */
export class LogUnavailableError extends SekishoError {
  constructor({ cause }: { cause: unknown }) {
    super(
      'AGENTS-E-LOG-STORE',
      'The audit log is not available, so nothing that requires a record is stored or executed. Restore it and try again.',
      { cause: cause instanceof SekishoError ? (cause.cause ?? cause) : cause },
    );
  }
}

/** Throws the error for a log that cannot be read. Errors of the store about an invalid query are not changed. */
export function logUnreadable(cause: unknown): never {
  if (cause instanceof SekishoError && cause.code !== 'AGENTS-E-STORE') throw cause;
  throw new SekishoError('AGENTS-E-LOG-STORE', 'The audit log cannot be read. Restore it and try again.', {
    cause,
  });
}

/** Creates the error for a store that is used after close(). */
export function closedStoreError(): SekishoError {
  return new SekishoError('AGENTS-E-STORE', 'The store is closed. Open it again before using it.');
}
