/** Normalizes a text for search, so that full-width and half-width forms are equal. */
export const foldText = (text: string) => text.normalize('NFKC').toLowerCase().trim();
