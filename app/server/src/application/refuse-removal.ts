import type { RemovalState } from './chat-store.ts';
import { ServiceError } from './service-error.ts';

/** Throws unless the thing was removed. */
export function refuseRemoval(state: RemovalState, kind: 'session' | 'template' | 'case'): void {
  if (state === 'missing') throw new ServiceError('NotFound', `There is no such ${kind}.`);
  if (state === 'changed') {
    throw new ServiceError('VersionConflict', `The ${kind} has changed since you read it. Read it again.`);
  }
}
