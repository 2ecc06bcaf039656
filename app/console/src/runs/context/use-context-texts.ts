import { useTexts, type Translate } from '../../i18n/use-texts.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

/** Returns the function that translates the texts of the context of a run. */
export function useContextTexts(): Translate<keyof typeof textsEn> {
  return useTexts(TEXTS);
}

const TEXTS = { en: textsEn, ja: textsJa };
