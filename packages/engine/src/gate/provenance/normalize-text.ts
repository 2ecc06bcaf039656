const PLAIN = /^[\x20-\x7e\n]*$/;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/**
 * Normalizes a text for comparison: one width, one case, no invisible characters. Look-alike letters of other scripts
 * intentionally remain different: an address in Cyrillic is not the user's address.
 */
export function normalizeText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[‘’‛]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/[^\S\n]+/g, ' ')
    .toLowerCase();
}

/** Normalizes a single value: removes the marks that people put around ids, links and amounts. */
export function normalizeValue(value: string): string {
  return normalizeText(value)
    .trim()
    .replace(/^(?:https?:\/\/)/, '')
    .replace(/^[#@$€£¥]+(?=\S)/, '')
    .replace(/[/.,;]+$/, '');
}

/** Returns whether a text contains characters that people cannot see. */
export function hasInvisibleCharacters(text: string): boolean {
  INVISIBLE.lastIndex = 0;
  return !PLAIN.test(text) && (text.search(INVISIBLE) >= 0 || /[^\P{Cc}\t\n\r]/u.test(text));
}
