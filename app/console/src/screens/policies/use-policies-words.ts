import { useWords, type Say } from '../../i18n/use-words.ts';
import { wordsEn } from './words.en.ts';
import { wordsJa } from './words.ja.ts';

/** Says the phrases of the policies. */
export type PoliciesTranslate = Say<keyof typeof wordsEn>;

/** Gives the function that says the phrases of the policies. */
export function usePoliciesWords(): PoliciesTranslate {
  return useWords(WORDS);
}

const WORDS = { en: wordsEn, ja: wordsJa };
