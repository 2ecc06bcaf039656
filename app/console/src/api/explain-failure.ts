import type { en } from '../i18n/en.ts';
import type { Language } from '../i18n/language.ts';
import type { Say } from '../i18n/use-words.ts';
import { ApiProblem } from './api-problem.ts';

/** Returns the reason of a failure in the person's language. */
export function explainFailure(
  failure: unknown,
  { say, language }: { readonly say: Say<keyof typeof en>; readonly language: Language },
): string {
  if (failure instanceof ApiProblem) {
    return failure.code === 'Forbidden' ? say('state.forbidden') : failure.titleIn(language);
  }
  // `fetch` throws a TypeError when the server does not respond.
  if (failure instanceof TypeError) return say('state.unreachable');
  return failure instanceof Error ? failure.message : String(failure);
}
