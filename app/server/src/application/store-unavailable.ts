import { ServiceError } from './service-error.ts';

/** The refusal of a request whose data could not be read or kept: a full disk, a lock, a database that is away. */
export function storeUnavailable(cause: unknown): ServiceError {
  return new ServiceError('StoreUnavailable', 'The data could not be stored. Try again.', {}, { cause });
}
