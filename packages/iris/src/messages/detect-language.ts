import type { Language } from '@sekisho/responses';

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
const LATIN_WORD = /[A-Za-z]{3,}/;
// Everything Japanese lies behind this point; looking for that first spares most texts the large tables.
const FAR_CHARACTER = /[\u2E80-\uFFFF]/;

/** The language to answer a person in: Japanese for text with kana, or for characters without any Latin words. */
export function detectLanguage(text: string): Language {
  if (!FAR_CHARACTER.test(text)) return 'en';
  if (KANA.test(text)) return 'ja';
  return HAN.test(text) && !LATIN_WORD.test(text) ? 'ja' : 'en';
}
