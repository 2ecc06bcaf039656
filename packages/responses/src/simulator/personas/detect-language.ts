/** The languages that the personas speak. */
export type PersonaLanguage = 'ja' | 'en';

/** Japanese when the text has kana or kanji, English otherwise. */
export function detectLanguage(text: string): PersonaLanguage {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : 'en';
}
