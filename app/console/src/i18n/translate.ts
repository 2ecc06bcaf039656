import { revealHidden } from '../format/reveal-hidden.ts';
import type { Language } from './language.ts';
import { perLanguage } from './per-language.ts';
import type { Phrase, PhraseValues } from './phrase.ts';

/** Says a phrase in a language. Numbers are written as the language writes them; an unknown place stays visible. */
export function translate(language: Language, phrase: Phrase, values: PhraseValues = {}): string {
  return pick(language, phrase, values['count']).replaceAll(PLACE, (place, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return place;
    return typeof value === 'number' ? numbers(language).format(value) : revealHidden(value);
  });
}

function pick(language: Language, phrase: Phrase, count: unknown): string {
  if (typeof phrase === 'string') return phrase;
  const isOne = typeof count === 'number' && plurals(language).select(count) === 'one';
  return isOne ? phrase.one : phrase.other;
}

const numbers = perLanguage((language) => new Intl.NumberFormat(language));
const plurals = perLanguage((language) => new Intl.PluralRules(language));

const PLACE = /\{(\w+)\}/gu;
