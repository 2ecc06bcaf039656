import type { en } from '../i18n/en.ts';
import type { Say } from '../i18n/use-words.ts';
import { ApiProblem } from './api-problem.ts';

/** Says in the person's language why something failed. */
export function explainFailure(failure: unknown, say: Say<keyof typeof en>): string {
  if (failure instanceof ApiProblem) {
    return failure.status === 403 ? say('state.forbidden') : failure.message;
  }
  // `fetch` throws a TypeError when nobody answers.
  if (failure instanceof TypeError) return say('state.unreachable');
  return failure instanceof Error ? failure.message : String(failure);
}
