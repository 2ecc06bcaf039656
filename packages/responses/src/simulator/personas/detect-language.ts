/** The languages that the personas speak. */
export type SpokenLanguage = 'ja' | 'en';

/** Japanese when the text has kana or kanji, English otherwise. */
export function detectLanguage(text: string): SpokenLanguage {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : 'en';
}
