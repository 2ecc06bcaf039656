// No text that arrives as it is starts with this character, because those are escaped too.
const ESCAPED = '\u0001';

/**
 * Text as PostgreSQL can keep it: it has no NUL and no lone surrogates, but ids and answers come from models, and two
 * ids that become one would let a call pass for another.
 */
export function storedText(text: string): string {
  if (text.isWellFormed() && !text.includes('\0') && !text.startsWith(ESCAPED)) return text;
  return ESCAPED + JSON.stringify(text);
}

/** The text that `storedText` was given. */
export function loadedText(stored: string): string {
  if (!stored.startsWith(ESCAPED)) return stored;
  return String(JSON.parse(stored.slice(ESCAPED.length)));
}
