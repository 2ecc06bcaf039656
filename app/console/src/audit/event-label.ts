import { isKeyOf } from '../i18n/is-key-of.ts';
import type { AuditTranslate } from './use-audit-texts.ts';
import { textsEn } from './texts.en.ts';

/** Returns the text of an event; an unknown event is returned as it was logged. */
export function eventLabel(event: string, t: AuditTranslate): string {
  const key = `event.${event}`;
  return isKeyOf(textsEn, key) ? t(key) : event;
}
