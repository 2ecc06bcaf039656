import { useTexts, type Translate } from '../../i18n/use-texts.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

/** Returns the function that translates the texts of decision records. */
export function useRecordTexts(): Translate<keyof typeof textsEn> {
  return useTexts(TEXTS);
}

const TEXTS = { en: textsEn, ja: textsJa };
