import { SekishoError } from '../errors/sekisho-error.ts';

/** Whether the store or its log could not be written or read: a full disk, a database that is away. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof SekishoError && (error.code === 'AGENTS-E-STORE' || error.code === 'AGENTS-E-LOG-STORE');

/** The store cannot be used at all, so nobody can be asked and the run stops. */
export function storeUnusable(cause: unknown): never {
  // A store that was restored, and a log that is not available, have errors of their own.
  if (cause instanceof SekishoError && cause.code.startsWith('AGENTS-E-LOG-')) throw cause;
  throw new SekishoError('AGENTS-E-STORE', 'The store cannot keep a question, so the run stops here.', {
    cause,
  });
}
