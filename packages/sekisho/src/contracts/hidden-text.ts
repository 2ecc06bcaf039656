// Zero-width and direction controls, invisible operators, variation selectors beyond the emoji pair, and the tag block:
// a model reads them, a person who reviews the tool does not see them. Joiners stay: emoji and Persian need them.
const HIDDEN =
  /[\u00AD\u180E\u200B\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\u{E0000}-\u{E007F}]|(?![\uFE0E\uFE0F])\p{Variation_Selector}/gu;

/** Whether a text holds characters that a person cannot see. */
export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) !== -1;
}

/** The text as a person sees it. */
export function removeHidden(text: string): string {
  return text.replace(HIDDEN, '');
}
