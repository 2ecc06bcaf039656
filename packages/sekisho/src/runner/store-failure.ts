import { SekishoError } from '../errors/sekisho-error.ts';

/** Whether the store did not take, or could not be asked for, something: a full disk, a database that is away. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof SekishoError && error.code === 'AGENTS-E-STORE';
