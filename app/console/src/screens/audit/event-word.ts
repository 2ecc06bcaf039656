import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { AuditTranslate } from './use-audit-words.ts';
import { wordsEn } from './words.en.ts';

/** Returns the text of an event; an unknown event is returned as it was logged. */
export function eventWord(event: string, say: AuditTranslate): string {
  const key = `event.${event}`;
  return isKeyOf(wordsEn, key) ? say(key) : event;
}
