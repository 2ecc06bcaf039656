import { SekishoError } from '../errors/sekisho-error.ts';

/** Creates the error for a store that is used after close(). */
export function closedStoreError(): SekishoError {
  return new SekishoError('AGENTS-E-STORE', 'The store is closed. Open it again before using it.');
}
