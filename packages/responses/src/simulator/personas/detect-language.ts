/** The languages of the personas. */
export type PersonaLanguage = 'ja' | 'en';

/** Returns Japanese when the text contains kana or kanji, otherwise English. */
export function detectLanguage(text: string): PersonaLanguage {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : 'en';
}
