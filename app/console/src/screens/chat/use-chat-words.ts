import { useWords, type Say } from '../../i18n/use-words.ts';
import { wordsEn } from './words.en.ts';
import { wordsJa } from './words.ja.ts';

/** Translates the texts of the chat. */
export type ChatTranslate = Say<keyof typeof wordsEn>;

/** Returns the function that translates the texts of the chat. */
export function useChatWords(): ChatTranslate {
  return useWords(WORDS);
}

const WORDS = { en: wordsEn, ja: wordsJa };
