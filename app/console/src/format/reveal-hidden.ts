/** A stretch of text as it is, or the code of a character that nobody would see. */
type TextPiece = { readonly text: string; readonly isCode: boolean };

/**
 * Splits a text so that characters without a shape, and those that turn the direction of reading, can be shown as codes:
 * whoever decides must not read something else than what will happen.
 */
export function splitHidden(text: string): readonly TextPiece[] {
  const pieces = text.split(HIDDEN).map((piece, index) => ({ text: piece, isCode: index % 2 === 1 }));
  return pieces
    .filter((piece) => piece.text !== '')
    .map((piece) => (piece.isCode ? { ...piece, text: codesOf(piece.text) } : piece));
}

/** The same as one text, for names and sentences. */
export function revealHidden(text: string): string {
  return splitHidden(text)
    .map((piece) => piece.text)
    .join('');
}

const codesOf = (characters: string) =>
  Array.from(characters, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`).join('');

// Line breaks and tabs are seen as what they are. Fillers and selectors are letters or marks to Unicode, but nobody
// sees them; the two selectors of emoji change no meaning.
const HIDDEN =
  /((?:(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u2800]|(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point})+)/u;
