/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The language of messages and of the main README of a project. */
export type Language = 'en' | 'ja';

/** Returns the chosen language, or else the one of the locale. */
export function languageOf(chosen: string | undefined, env: Environment): Language {
  if (chosen === 'en' || chosen === 'ja') return chosen;
  return /^ja\b|^ja_/i.test(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '') ? 'ja' : 'en';
}
