/** A text as a search compares it: full-width and half-width forms are the same letters to a person. */
export const foldText = (text: string) => text.normalize('NFKC').toLowerCase().trim();
