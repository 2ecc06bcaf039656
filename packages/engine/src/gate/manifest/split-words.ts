const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|\P{ASCII}+/gu;

/**
 * Splits a tool or argument name in any casing into lower-case words: `AugustLockGrantAccess`, `send_email`,
 * `files.list`.
 */
export function splitWords(name: string): string[] {
  return (name.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/**
 * Reduces an English word to an approximate base form. Both sides of a comparison use it, so it only has to be
 * consistent.
 */
export function stem(word: string): string {
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
