import { SekishoError } from '../errors/sekisho-error.ts';

/** Whether the store did not take, or could not be asked for, something: a full disk, a database that is away. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof SekishoError && error.code === 'AGENTS-E-STORE';

/** The store cannot be used at all, so nobody can be asked and the run stops. */
export function storeUnusable(cause: unknown): never {
  // A store that was restored says so itself.
  if (cause instanceof SekishoError && cause.code === 'AGENTS-E-LOG-ROLLBACK') throw cause;
  throw new SekishoError('AGENTS-E-STORE', 'The store cannot keep a question, so the run stops here.', {
    cause,
  });
}
