/** Some lines of a text, and whether the text was truncated. */
export interface LineSelection {
  readonly text: string;
  /** The number of the last line in the text. */
  readonly lastLine: number;
  readonly isTruncated: boolean;
}

/** The range of lines, and a function that is applied to each line before its size is counted. */
export interface LineOptions {
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  readonly change?: (line: string) => string;
}

/** Returns the requested lines up to a number of bytes. The first line is truncated if it alone is too long. */
export function truncateLines(text: string, maxBytes: number, options: LineOptions = {}): LineSelection {
  const { first = 1, last, change = (line) => line } = options;
  const wanted = text.split('\n').slice(first - 1, last);
  const selected: string[] = [];
  let room = maxBytes;
  for (const each of wanted) {
    const line = change(each);
    const bytes = Buffer.byteLength(line);
    if (bytes > room) {
      if (selected.length === 0) selected.push(truncateLine(line, maxBytes));
      return { text: selected.join('\n'), lastLine: first + selected.length - 1, isTruncated: true };
    }
    selected.push(line);
    room -= bytes + 1;
  }
  return { text: selected.join('\n'), lastLine: first + selected.length - 1, isTruncated: false };
}

function truncateLine(line: string, maxBytes: number): string {
  // An incomplete character at the end decodes to U+FFFD.
  return new TextDecoder().decode(Buffer.from(line).subarray(0, maxBytes)).replace(/\uFFFD$/, '');
}
