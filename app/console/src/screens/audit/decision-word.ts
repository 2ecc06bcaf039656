import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { AuditTranslate } from './use-audit-words.ts';
import { wordsEn } from './words.en.ts';

/** Says what was decided; an answer without a word is shown as it was logged. */
export function decisionWord(decision: string, say: AuditTranslate): string {
  const key = `decision.${decision}`;
  return isKeyOf(wordsEn, key) ? say(key) : decision;
}
