import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { AuditTranslate } from './use-audit-words.ts';
import { wordsEn } from './words.en.ts';

/** Returns the text of a decision; an unknown decision is returned as it was logged. */
export function decisionWord(decision: string, say: AuditTranslate): string {
  const key = `decision.${decision}`;
  return isKeyOf(wordsEn, key) ? say(key) : decision;
}
