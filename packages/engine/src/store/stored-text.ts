// Texts that start with this character are escaped too, so an unescaped text never does.
const ESCAPED = '\u0001';

/**
 * Encodes a text so that databases can store it. UTF-8 has no lone surrogates and C strings have no NUL, but ids and
 * responses come from models: if two ids became equal, one call could be mistaken for another.
 */
export function storedText(text: string): string {
  if (text.isWellFormed() && !text.includes('\0') && !text.startsWith(ESCAPED)) return text;
  return ESCAPED + JSON.stringify(text);
}

/** Decodes a text that `storedText` encoded. */
export function loadedText(stored: string): string {
  if (!stored.startsWith(ESCAPED)) return stored;
  const text: unknown = JSON.parse(stored.slice(ESCAPED.length));
  return String(text);
}
