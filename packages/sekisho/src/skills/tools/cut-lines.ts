/** Some lines of a text, and whether they are fewer than were asked for. */
export interface LineSelection {
  readonly text: string;
  /** The number of the last line in the text. */
  readonly lastLine: number;
  readonly isCut: boolean;
}

/** Which lines are wanted, and what is done to each before it is counted. */
export interface LineOptions {
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  readonly change?: (line: string) => string;
}

/** The wanted lines as far as they fit into a number of bytes; the first one is cut if it alone does not fit. */
export function cutLines(text: string, maxBytes: number, options: LineOptions = {}): LineSelection {
  const { first = 1, last, change = (line) => line } = options;
  const wanted = text.split('\n').slice(first - 1, last);
  const taken: string[] = [];
  let room = maxBytes;
  for (const each of wanted) {
    const line = change(each);
    const bytes = Buffer.byteLength(line);
    if (bytes > room) {
      if (taken.length === 0) taken.push(cutLine(line, maxBytes));
      return { text: taken.join('\n'), lastLine: first + taken.length - 1, isCut: true };
    }
    taken.push(line);
    room -= bytes + 1;
  }
  return { text: taken.join('\n'), lastLine: first + taken.length - 1, isCut: false };
}

function cutLine(line: string, maxBytes: number): string {
  // A character that is cut in half at the end decodes to U+FFFD.
  return new TextDecoder().decode(Buffer.from(line).subarray(0, maxBytes)).replace(/\uFFFD$/, '');
}
