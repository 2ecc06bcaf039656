/** The languages of the console. */
export const LANGUAGES = ['ja', 'en'] as const;

/** One language of the console. */
export type Language = (typeof LANGUAGES)[number];

/** Whether a text names a language that the console speaks. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}
