import { foldLetters } from '../languages/fold-letters.ts';

const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+|[\p{Lo}\p{Lm}\p{M}]+/gu;

/**
 * Splits a tool or argument name in any casing into lower-case words: `AugustLockGrantAccess`, `send_email`,
 * `files.list`.
 */
export function splitWords(name: string): string[] {
  return (name.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/**
 * Reduces a word to an approximate base form: English endings and accents are removed. Both sides of a comparison use it, so it only has to be
 * consistent.
 */
export function stem(name: string): string {
  const word = foldLetters(name);
  const length = word.length;
  if (length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (length > 4 && /(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (
    length > 3 &&
    word.endsWith('s') &&
    !word.endsWith('ss') &&
    !word.endsWith('us') &&
    !word.endsWith('is')
  ) {
    return word.slice(0, -1);
  }
  return word;
}
