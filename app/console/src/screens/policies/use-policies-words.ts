import { useWords, type Say } from '../../i18n/use-words.ts';
import { wordsEn } from './words.en.ts';
import { wordsJa } from './words.ja.ts';

/** Translates the texts of the policies. */
export type PoliciesTranslate = Say<keyof typeof wordsEn>;

/** Returns the function that translates the texts of the policies. */
export function usePoliciesWords(): PoliciesTranslate {
  return useWords(WORDS);
}

const WORDS = { en: wordsEn, ja: wordsJa };
