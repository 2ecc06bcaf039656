import { ServiceError } from './service-error.ts';

/**
 * Creates the error of a request whose data could not be read or stored: a full disk, a lock, an unavailable
 * database.
 */
export function storeUnavailable(cause: unknown): ServiceError {
  return new ServiceError('StoreUnavailable', 'The data could not be stored. Retry later.', {}, { cause });
}
