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

// Emoji are joined out of others, and these scripts are written with joiners that change what one sees.
const JOINING = String.raw`\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}`;
const JOINED = String.raw`(?<=[${JOINING}])[\u200C\u200D](?=[${JOINING}])|(?<=[\p{ExtPict}\p{EMod}\uFE0F])\u200D(?=\p{ExtPict})`;

// Line breaks and tabs are seen as what they are. Fillers and selectors are letters or marks to Unicode, but nobody
// sees them; the two selectors of emoji change no meaning.
const SHAPELESS = String.raw`(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u2800]|(?![\uFE0E\uFE0F])\p{DI}`;

const HIDDEN = new RegExp(`((?:(?!${JOINED})(?:${SHAPELESS}))+)`, 'u');
