/** A text in one case and one width of letters, so that a search finds every way to write it. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();
