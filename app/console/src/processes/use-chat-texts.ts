import { useTexts, type Translate } from '../i18n/use-texts.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

/** Translates the texts of the chat. */
export type ChatTranslate = Translate<keyof typeof textsEn>;

/** Returns the function that translates the texts of the chat. */
export function useChatTexts(): ChatTranslate {
  return useTexts(TEXTS);
}

const TEXTS = { en: textsEn, ja: textsJa };
