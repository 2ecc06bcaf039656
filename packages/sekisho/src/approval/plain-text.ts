/**
 * Text that shows on a screen what it is: control, zero-width and direction characters become visible codes, so that a
 * tool cannot make a question to a person read differently from what will happen.
 */
export function plainText(text: string, maxLength = 2000): string {
  const visible = text.replaceAll(
    DECEPTIVE,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? '0'}}`,
  );
  return visible.length > maxLength ? `${visible.slice(0, maxLength - 1)}…` : visible;
}

// Fillers and selectors are letters or marks to Unicode, but nobody sees them; the two selectors of emoji change no meaning.
const DECEPTIVE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u2800]|(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}/gu;
