const PLAIN = /^[\x20-\x7e\n]*$/;
/** Code units of which one is in every invisible character: a fast test before the complete one. */
const MAY_BE_INVISIBLE =
  /\u034f|[\ufe00-\ufe0d]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufff8\ud82f\ud834\udb40-\udb43]/;
/** Characters without a glyph. The selectors that only choose the picture of an emoji are not among them. */
const INVISIBLE = /(?![\ufe0e\ufe0f])[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Normalizes a text for comparison: one width, one case, no invisible characters. Look-alike letters of other scripts
 * intentionally remain different: an address in Cyrillic is not the user's address.
 */
export function normalizeText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const visible = mayHideText(text) ? text.replaceAll(INVISIBLE, '') : text;
  return visible
    .normalize('NFKC')
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

/** Returns false if a text cannot contain invisible characters. It is much faster than to search for them. */
export function mayHideText(text: string): boolean {
  return MAY_BE_INVISIBLE.test(text);
}

/** Returns whether a text contains characters that people cannot see. */
export function hasInvisibleCharacters(text: string): boolean {
  if (PLAIN.test(text)) return false;
  return (mayHideText(text) && text.search(INVISIBLE) >= 0) || /[^\P{Cc}\t\n\r]/u.test(text);
}
