import type { Language } from '@sekisho/responses';

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
const LATIN_WORD = /[A-Za-z]{3,}/;
// All Japanese characters are above this code point; this check avoids the large Unicode tables for most texts.
const FAR_CHARACTER = /[\u2E80-\uFFFF]/;

/** Returns the language of a reply: Japanese for text with kana, or with kanji and without Latin words. */
export function detectLanguage(text: string): Language {
  if (!FAR_CHARACTER.test(text)) return 'en';
  if (KANA.test(text)) return 'ja';
  return HAN.test(text) && !LATIN_WORD.test(text) ? 'ja' : 'en';
}
