/** The supported languages. */
export const LANGUAGES = ['en', 'ja'] as const;

/** One of the two languages. */
export type Language = (typeof LANGUAGES)[number];

/** Returns the language of the locale: Japanese for a Japanese locale, otherwise English. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = env['LC_ALL'] || env['LANG'] || '';
  return locale.startsWith('ja') ? 'ja' : 'en';
}
