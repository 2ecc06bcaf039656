import type { en } from '../i18n/en.ts';
import type { Language } from '../i18n/language.ts';
import type { Translate } from '../i18n/use-texts.ts';
import { ApiProblem } from './api-problem.ts';

/** Returns the reason of a failure in the person's language. */
export function explainFailure(
  failure: unknown,
  { t, language }: { readonly t: Translate<keyof typeof en>; readonly language: Language },
): string {
  if (failure instanceof ApiProblem) {
    return failure.code === 'Forbidden' ? t('state.forbidden') : failure.titleIn(language);
  }
  // `fetch` throws a TypeError when the server does not respond.
  if (failure instanceof TypeError) return t('state.unreachable');
  return failure instanceof Error ? failure.message : String(failure);
}
