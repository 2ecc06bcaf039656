/** A part of a text, or the code of an invisible character. */
type TextPiece = { readonly text: string; readonly isCode: boolean };

/**
 * Splits a text so that invisible characters, and characters that change the text direction, can be displayed as
 * codes: the person who decides must read exactly the text that will be used.
 */
export function splitHidden(text: string): readonly TextPiece[] {
  const pieces = text.split(HIDDEN).map((piece, index) => ({ text: piece, isCode: index % 2 === 1 }));
  return pieces
    .filter((piece) => piece.text !== '')
    .map((piece) => (piece.isCode ? { ...piece, text: codesOf(piece.text) } : piece));
}

/** Returns the split text as one text, for names and sentences. */
export function revealHidden(text: string): string {
  return splitHidden(text)
    .map((piece) => piece.text)
    .join('');
}

const codesOf = (characters: string) =>
  Array.from(characters, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`).join('');

// Emoji are joined from other emoji, and these scripts contain joiners that change the displayed form.
const JOINING = String.raw`\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}`;
const JOINED = String.raw`(?<=[${JOINING}])[\u200C\u200D](?=[${JOINING}])|(?<=[\p{ExtPict}\p{EMod}\uFE0F])\u200D(?=\p{ExtPict})`;

// Line breaks and tabs are visible. Unicode classifies fillers and selectors as letters or marks, but they are
// invisible. The two selectors of emoji do not change the meaning.
const SHAPELESS = String.raw`(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u2800]|(?![\uFE0E\uFE0F])\p{DI}`;

const HIDDEN = new RegExp(`((?:(?!${JOINED})(?:${SHAPELESS}))+)`, 'u');
