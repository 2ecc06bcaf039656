// Zero-width space, bidirectional overrides and isolates, invisible operators, and the tag block that can spell
// whole sentences nobody sees. Joiners and direction marks stay: emoji, Persian and Hebrew need them.
const HIDDEN = /[\u200B\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** Whether a text holds characters that a model reads and a person cannot see. */
export function hasHiddenCharacters(text: string): boolean {
  return text.search(HIDDEN) !== -1;
}

/** The text as a person sees it. */
export function removeHiddenCharacters(text: string): string {
  return text.replace(HIDDEN, '');
}
