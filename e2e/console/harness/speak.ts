import { en } from '../../../app/console/src/i18n/en.ts';
import { ja } from '../../../app/console/src/i18n/ja.ts';
import type { PhraseValues } from '../../../app/console/src/i18n/phrase.ts';
import { translate } from '../../../app/console/src/i18n/translate.ts';
import { wordsEn } from '../../../app/console/src/screens/inbox/words.en.ts';
import { wordsJa } from '../../../app/console/src/screens/inbox/words.ja.ts';

/** The languages in which every story is told. */
export const LANGUAGES = ['ja', 'en'] as const;

/** Gives the words that the inbox shows in a language. */
export function speakInbox(language: 'ja' | 'en') {
  const words = language === 'ja' ? wordsJa : wordsEn;
  return (key: keyof typeof wordsEn, values?: PhraseValues) => translate(language, words[key], values);
}

/** Gives the words that the shell shows in a language. */
export function speakShell(language: 'ja' | 'en') {
  const words = language === 'ja' ? ja : en;
  return (key: keyof typeof en, values?: PhraseValues) => translate(language, words[key], values);
}
