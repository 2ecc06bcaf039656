import { isKeyOf } from '../i18n/is-key-of.ts';
import type { AuditTranslate } from './use-audit-texts.ts';
import { textsEn } from './texts.en.ts';

/** Returns the text of a decision; an unknown decision is returned as it was logged. */
export function decisionLabel(decision: string, t: AuditTranslate): string {
  const key = `decision.${decision}`;
  return isKeyOf(textsEn, key) ? t(key) : decision;
}
