import { useWords, type Say } from '../../i18n/use-words.ts';
import { wordsEn } from './words.en.ts';
import { wordsJa } from './words.ja.ts';

/** Returns the function that translates the texts of the playground. */
export function usePlaygroundWords(): Say<keyof typeof wordsEn> {
  return useWords(WORDS);
}

const WORDS = { en: wordsEn, ja: wordsJa };
