/** The longest piece of text: six bytes a unit at worst (an escaped control character) stay far below the longest line. */
export const MAX_TEXT_UNITS = 256 * 1024;

/** Cuts a text into pieces of at most so many UTF-16 units, never through a character. */
export function* splitText(text: string, maxUnits: number): Generator<string> {
  let start = 0;
  while (text.length - start > maxUnits) {
    const end = start + maxUnits - (isHighSurrogate(text.charCodeAt(start + maxUnits - 1)) ? 1 : 0);
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
