import { useMemo } from 'react';
import { usePreferences } from '../preferences/use-preferences.ts';
import type { Dictionary } from './dictionary.ts';
import { en } from './en.ts';
import { ja } from './ja.ts';
import type { Language } from './language.ts';
import type { PhraseValues } from './phrase.ts';
import { translate } from './translate.ts';

/** The texts of one screen in each language. */
export type Texts<Key extends string> = Readonly<Record<Language, Dictionary<Record<Key, string>>>>;

/** Returns the text of a key. */
export type Translate<Key extends string> = (key: Key, values?: PhraseValues) => string;

/** Returns the function that translates the texts of one screen in the chosen language. */
export function useTexts<Key extends string>(words: Texts<Key>): Translate<Key> {
  const { language } = usePreferences();
  return useMemo(() => (key, values) => translate(language, words[language][key], values), [language, words]);
}

/** Returns the function that translates the texts of the shell. */
export function useShellTexts(): Translate<keyof typeof en> {
  return useTexts(SHELL);
}

const SHELL: Texts<keyof typeof en> = { en, ja };
