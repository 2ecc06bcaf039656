import { SekishoError } from '../errors/sekisho-error.ts';

/** Returns whether the store or its log could not be written or read, for example because of a full disk. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof SekishoError && (error.code === 'AGENTS-E-STORE' || error.code === 'AGENTS-E-LOG-STORE');

/** Throws because the store cannot store an approval request, so that the run stops. */
export function storeUnusable(cause: unknown): never {
  // A restored store and an unavailable log have their own errors.
  if (cause instanceof SekishoError && cause.code.startsWith('AGENTS-E-LOG-')) throw cause;
  throw new SekishoError('AGENTS-E-STORE', 'The store cannot store an approval request, so the run stops.', {
    cause,
  });
}
