import type { ResponseOutcome } from '@sekisho/responses';

/** Returns true while a background response has not ended. */
export function isInProgress({ status }: ResponseOutcome): boolean {
  return status === 'queued' || status === 'in_progress';
}
