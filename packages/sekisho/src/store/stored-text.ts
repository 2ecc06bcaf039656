// No text that arrives as it is starts with this character, because those are escaped too.
const ESCAPED = '\u0001';

/**
 * Text as databases can keep it. UTF-8 has no lone surrogates and C strings no NUL, but ids and answers come from
 * models: two ids that become one would let a call pass for another.
 */
export function storedText(text: string): string {
  if (text.isWellFormed() && !text.includes('\0') && !text.startsWith(ESCAPED)) return text;
  return ESCAPED + JSON.stringify(text);
}

/** The text that `storedText` was given. */
export function loadedText(stored: string): string {
  if (!stored.startsWith(ESCAPED)) return stored;
  const text: unknown = JSON.parse(stored.slice(ESCAPED.length));
  return String(text);
}
