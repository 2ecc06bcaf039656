/** Normalizes case and character width, so that a search finds every spelling of a text. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();
