const PLAIN = /^[\x20-\x7e\n]*$/;
/** Characters without a glyph. The selectors that only choose the picture of an emoji are not among them. */
const INVISIBLE = /(?![\ufe0e\ufe0f])[\p{Default_Ignorable_Code_Point}\u2800]/gu;

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
