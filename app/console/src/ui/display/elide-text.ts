/** A part of a text on one line. Only parts that are not kept may be shortened. */
interface TextPart {
  readonly text: string;
  readonly isKept: boolean;
}

/** The number of characters that fit into the narrowest row besides two ellipses. */
const MAX_KEPT = 24;
const MAX_DIFFERENCES = 2;
/** The characters before and after the first difference. */
const BEFORE = 2;
const AFTER = 5;
/** The beginning of a text is kept with a difference that follows so soon. */
const HEAD = 8;
/** The characters of a difference that are kept beside a long domain. */
const MIN_DIFFERENCE = 3;
const MIN_TAIL = 6;
const PLAIN_TAIL = 12;
const MAX_TAIL = 24;
/** Eliding fewer characters does not shorten a text. */
const MIN_ELIDED = 3;

/**
 * Splits a text into the parts that stay visible and the parts between them. Its end stays visible from its domain or
 * file name, and so does each place at which it begins to differ from another text.
 */
export function elideText(text: string, others: readonly string[] = []): readonly TextPart[] {
  const tailFrom = tailStart(text);
  const tail = text.slice(tailFrom);
  const hasDomain = tail.startsWith('@');
  // A text with another end is already distinguished by it.
  const alike = others.filter((other) => other !== text && other.endsWith(tail));
  const starts = new Set(alike.map((other) => commonStart(text, other)));
  // The last differences are those from the most similar texts.
  const differences = [...starts].toSorted((left, right) => right - left).slice(0, MAX_DIFFERENCES);
  const around = differences.map(
    (at) => [at - BEFORE <= HEAD ? 0 : at - BEFORE, Math.min(text.length, at + AFTER)] as const,
  );
  // Part of a domain looks like another domain, so less of the differences is kept instead.
  const isCut =
    around.reduce((sum, [from, to]) => sum + Math.min(to, tailFrom) - from, tail.length) > MAX_KEPT;
  const width = Math.max(MIN_DIFFERENCE, Math.floor((MAX_KEPT - tail.length) / differences.length));
  const ranges = hasDomain && isCut ? differences.map((at) => [at, at + width] as const) : around;
  const free = ranges.reduce((sum, [from, to]) => sum - (to - from), MAX_KEPT);
  const forTail = Math.min(MAX_TAIL, Math.max(hasDomain ? tail.length : MIN_TAIL, free));
  ranges.push([Math.max(tailFrom, text.length - forTail), text.length]);
  const parts: TextPart[] = [];
  let done = 0;
  for (const [from, to] of ranges.toSorted(([left], [right]) => left - right)) {
    const start = wholeCharacter(text, Math.max(from, done));
    const end = wholeCharacter(text, Math.max(to, start));
    if (start - done > MIN_ELIDED) {
      parts.push({ text: text.slice(done, start), isKept: false });
      done = start;
    }
    if (end > done) parts.push({ text: text.slice(done, end), isKept: true });
    done = Math.max(done, end);
  }
  return parts;
}

/** Returns where the end of a text begins: at its domain, its file name or its last characters. */
function tailStart(text: string): number {
  const last = text.length - MAX_TAIL;
  if (last <= 0) return text.length;
  const at = Math.max(text.lastIndexOf('@'), text.lastIndexOf('/'));
  return at >= last && at < text.length - 4 ? at : text.length - PLAIN_TAIL;
}

function commonStart(text: string, other: string): number {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return at;
}

/** A surrogate pair must not be split. */
const wholeCharacter = (text: string, at: number) => (/[\uDC00-\uDFFF]/u.test(text.charAt(at)) ? at - 1 : at);
