import { useWords, type Say } from '../../i18n/use-words.ts';
import { laterWordsEn } from './later-words.en.ts';
import { laterWordsJa } from './later-words.ja.ts';

/** Returns the function that translates the texts of the parts that are loaded when they are opened. */
export function useLaterWords(): Say<keyof typeof laterWordsEn> {
  return useWords(WORDS);
}

const WORDS = { en: laterWordsEn, ja: laterWordsJa };
