/** The languages of the console. */
export const LANGUAGES = ['ja', 'en'] as const;

/** One language of the console. */
export type Language = (typeof LANGUAGES)[number];

/** Returns whether a text is the code of a supported language. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}
