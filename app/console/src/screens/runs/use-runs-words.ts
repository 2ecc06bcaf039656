import { useWords, type Say } from '../../i18n/use-words.ts';
import { wordsEn } from './words.en.ts';
import { wordsJa } from './words.ja.ts';

/** Translates the texts of the runs. */
export type RunsTranslate = Say<keyof typeof wordsEn>;

/** Returns the function that translates the texts of the runs. */
export function useRunsWords(): RunsTranslate {
  return useWords(WORDS);
}

const WORDS = { en: wordsEn, ja: wordsJa };
