// Zero-width and direction controls, fillers, invisible operators, variation selectors beyond the emoji pair, and the tag
// block: a model reads them, a person who reviews the tool does not see them. Joiners stay: emoji and Persian need them.
const HIDDEN = /(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;

/** Whether a text holds characters that a person cannot see. */
export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) !== -1;
}

/** The text as a person sees it. */
export function removeHidden(text: string): string {
  return text.replace(HIDDEN, '');
}
