import type { Language } from '@sekisho/responses';

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
const LATIN_WORD = /[A-Za-z]{3,}/;

/** The language to answer a person in: Japanese for text with kana, or for characters without any Latin words. */
export function detectLanguage(text: string): Language {
  if (KANA.test(text)) return 'ja';
  return HAN.test(text) && !LATIN_WORD.test(text) ? 'ja' : 'en';
}
