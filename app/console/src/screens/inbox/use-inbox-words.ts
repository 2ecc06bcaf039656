import { useWords, type Say } from '../../i18n/use-words.ts';
import { wordsEn } from './words.en.ts';
import { wordsJa } from './words.ja.ts';

/** Translates the texts of the inbox. */
export type InboxTranslate = Say<keyof typeof wordsEn>;

/** Returns the function that translates the texts of the inbox. */
export function useInboxWords(): InboxTranslate {
  return useWords(WORDS);
}

const WORDS = { en: wordsEn, ja: wordsJa };
