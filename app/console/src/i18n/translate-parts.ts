import type { Language } from './language.ts';
import { translate } from './translate.ts';

/** A part of a sentence: plain text, or the name of a tool or an argument. */
export interface SentencePart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Returns a sentence in parts, so that a value `{ code }`, such as the name of an argument, can be displayed as code. */
export function translateParts(
  language: Language,
  phrase: string,
  values: Readonly<Record<string, string | { readonly code: string }>>,
): readonly SentencePart[] {
  return phrase.split(/(\{\w+\})/u).flatMap((part, index) => {
    const value = index % 2 === 1 ? values[part.slice(1, -1)] : undefined;
    if (typeof value === 'object') return { text: value.code, isCode: true };
    const text = value === undefined ? part : translate(language, '{value}', { value });
    return text === '' ? [] : { text, isCode: false };
  });
}
