import type { ResponseOutcome } from '@sekisho/responses';

/** True while a response in the background has not ended. */
export function isUnderWay({ status }: ResponseOutcome): boolean {
  return status === 'queued' || status === 'in_progress';
}
