import { ServiceError } from '../errors/service-error.ts';
import type { RemovalState } from './page.ts';

/** Throws unless the item was deleted. */
export function requireRemoved(state: RemovalState, kind: 'session' | 'template' | 'case'): void {
  if (state === 'missing') throw new ServiceError('NotFound', `There is no such ${kind}.`);
  if (state === 'changed') {
    throw new ServiceError('VersionConflict', `The ${kind} was changed after you read it. Read it again.`);
  }
}
