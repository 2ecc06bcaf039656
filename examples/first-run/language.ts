/** The two languages that a person can follow the story in. */
export const LANGUAGES = ['en', 'ja'] as const;

/** One of the two languages. */
export type Language = (typeof LANGUAGES)[number];

/** The language that the terminal asks for: Japanese when the locale says so, else English. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = env['LC_ALL'] || env['LANG'] || '';
  return locale.startsWith('ja') ? 'ja' : 'en';
}
