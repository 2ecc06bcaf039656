import { useTexts, type Translate } from '../i18n/use-texts.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

/** Translates the texts of the audit log. */
export type AuditTranslate = Translate<keyof typeof textsEn>;

/** Returns the function that translates the texts of the audit log. */
export function useAuditTexts(): AuditTranslate {
  return useTexts(TEXTS);
}

const TEXTS = { en: textsEn, ja: textsJa };
