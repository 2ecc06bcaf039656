import { SekishoError } from '../errors/sekisho-error.ts';

/** An audit log that lives in a system of its own did not store its records. The state of the run was not written yet. */
export class LogUnavailableError extends SekishoError {
  constructor({ cause }: { cause: unknown }) {
    super(
      'AGENTS-E-LOG-STORE',
      'The audit log is not available, so nothing that needs its record is stored or executed. Restore it and try again.',
      { cause: cause instanceof SekishoError ? (cause.cause ?? cause) : cause },
    );
  }
}

/** The error of a log that cannot be read. What the store says about a wrong query stays as it is. */
export function logUnreadable(cause: unknown): never {
  if (cause instanceof SekishoError && cause.code !== 'AGENTS-E-STORE') throw cause;
  throw new SekishoError('AGENTS-E-LOG-STORE', 'The audit log cannot be read. Restore it and try again.', {
    cause,
  });
}
