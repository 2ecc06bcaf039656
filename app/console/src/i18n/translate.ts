import { revealHidden } from './reveal-hidden.ts';
import type { Language } from './language.ts';
import { perLanguage } from './per-language.ts';
import type { Phrase, PhraseValues } from './phrase.ts';

/** Returns a phrase with its values in a language. Numbers are localized; an unknown placeholder stays visible. */
export function translate(language: Language, phrase: Phrase, values: PhraseValues = {}): string {
  return selectForm(language, phrase, values['count']).replaceAll(
    PLACEHOLDER,
    (placeholder, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) return placeholder;
      return typeof value === 'number' ? numbers(language).format(value) : revealHidden(value);
    },
  );
}

function selectForm(language: Language, phrase: Phrase, count: unknown): string {
  if (typeof phrase === 'string') return phrase;
  const isOne = typeof count === 'number' && plurals(language).select(count) === 'one';
  return isOne ? phrase.one : phrase.other;
}

const numbers = perLanguage((language) => new Intl.NumberFormat(language));
const plurals = perLanguage((language) => new Intl.PluralRules(language));

const PLACEHOLDER = /\{(\w+)\}/gu;
