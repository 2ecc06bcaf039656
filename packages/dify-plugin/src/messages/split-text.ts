/** The maximum length of a text chunk. A unit has at most six bytes on the wire, so a chunk is far below the line limit. */
export const MAX_TEXT_UNITS = 256 * 1024;

/** Splits a text into chunks of at most the given UTF-16 units, never inside a character. */
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
