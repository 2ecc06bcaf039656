import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { AuditTranslate } from './use-audit-words.ts';
import { wordsEn } from './words.en.ts';

/** Says what happened; an event without a word is named as it was logged. */
export function eventWord(event: string, say: AuditTranslate): string {
  const key = `event.${event}`;
  return isKeyOf(wordsEn, key) ? say(key) : event;
}
