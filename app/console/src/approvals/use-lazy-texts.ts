import { useTexts, type Translate } from '../i18n/use-texts.ts';
import { lazyTextsEn } from './lazy-texts.en.ts';
import { lazyTextsJa } from './lazy-texts.ja.ts';

/** Returns the function that translates the texts of the parts that are loaded when they are opened. */
export function useLazyTexts(): Translate<keyof typeof lazyTextsEn> {
  return useTexts(TEXTS);
}

const TEXTS = { en: lazyTextsEn, ja: lazyTextsJa };
