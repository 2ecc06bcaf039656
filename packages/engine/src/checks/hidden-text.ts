// Zero-width and direction controls, fillers, invisible operators, variation selectors other than the emoji pair, and
// the tag block: a model reads them, but a person who reviews the tool does not see them. Joiners are allowed, because
// emoji and Persian need them.
const HIDDEN = /(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;

/** Returns whether a text contains characters that a person cannot see. */
export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) !== -1;
}

/** Removes the characters that a person cannot see. */
export function removeHidden(text: string): string {
  return text.replace(HIDDEN, '');
}
