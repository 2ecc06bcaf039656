/** A part of a value that is small enough to be on the screen at once. */
export interface ValuePart {
  readonly id: string;
  readonly text: string;
}

/** Splits the text of an argument into parts that together form the text. */
export function partsOf(name: string, text: string): readonly ValuePart[] {
  return splitText(text).map((part, index) => ({ id: JSON.stringify([name, index]), text: part }));
}

/** Splits a text after lines or words, never inside of a displayed character. */
export function splitText(text: string): readonly string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest !== '') {
    const end = endOfPart(rest);
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return parts.length === 0 ? [''] : parts;
}

function endOfPart(text: string): number {
  const lines = endOfLines(text.slice(0, MAX_CHARACTERS));
  if (lines < MAX_CHARACTERS) return lines;
  if (text.length <= MAX_CHARACTERS) return text.length;
  const blank = text.lastIndexOf(' ', MAX_CHARACTERS - 1);
  let end = blank > MAX_CHARACTERS / 2 ? blank + 1 : MAX_CHARACTERS;
  while (end > 1 && (JOINED_BEFORE.test(text.slice(end)) || text[end - 1] === JOINER)) end -= 1;
  // An endless sequence of joined characters is split anyway, but not inside of a surrogate pair.
  return end > 1 ? end : MAX_CHARACTERS - (LOW_SURROGATE.test(text.slice(MAX_CHARACTERS)) ? 1 : 0);
}

function endOfLines(text: string): number {
  let end = 0;
  for (let line = 0; line < MAX_LINES; line += 1) {
    const next = text.indexOf('\n', end);
    if (next < 0) return MAX_CHARACTERS;
    end = next + 1;
  }
  return end;
}

const MAX_CHARACTERS = 400;
const MAX_LINES = 8;
const JOINER = '\u{200d}';
const LOW_SURROGATE = /^[\uDC00-\uDFFF]/;
const JOINED_BEFORE = /^(?:[\uDC00-\uDFFF]|\u200D|[\uFE00-\uFE0F]|\p{M}|\p{EMod})/u;
