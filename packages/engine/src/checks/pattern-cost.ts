/**
 * Returns the length of the longest text that an untrusted regular expression may run on, 0 for none. Each part that
 * can match a variable amount of text multiplies the number of attempts of a failing match. Separators between the
 * parts are ignored, so this overestimates the cost.
 */
export function maxTextLength(source: string): number {
  if (/\\[1-9k]/.test(source.replaceAll('\\\\', ''))) return 0;
  // Escapes and character classes become one plain letter, because only the structure matters from here on.
  const structure = source
    .replace(SEPARATED_WORDS, dropIfSeparated)
    .replace(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\./gu, 'a')
    .replace(/\[[^\]]*\]/gu, 'a');
  return LENGTHS.find((length) => countWays(structure, length) <= MAX_WAYS) ?? 0;
}

/** The length that counts as unlimited for patterns that run without a bound. */
export const ANY_LENGTH = 1_048_576;

const LENGTHS = [ANY_LENGTH, 100_000, 10_000, 3_000, 1_000, 300, 100];
const MAX_WAYS = 4_000_000;

/** Returns the approximate number of ways in which a pattern can divide a text of this length among its parts. */
function countWays(structure: string, length: number): number {
  let position = 0;
  let isAnchored = true;
  const fromOnePosition = alternatives();
  return isAnchored ? fromOnePosition : fromOnePosition * length;

  function alternatives(): number {
    const isOutermost = position === 0;
    let ways = sequence(isOutermost);
    while (structure[position] === '|') {
      position += 1;
      ways += sequence(isOutermost);
    }
    return ways;
  }

  function sequence(isOutermost: boolean): number {
    // A pattern that is not anchored is tried at every position.
    if (isOutermost && structure[position] !== '^') isAnchored = false;
    let ways = 1;
    while (position < structure.length && structure[position] !== '|' && structure[position] !== ')')
      ways *= repeated();
    return ways;
  }

  function repeated(): number {
    const once = atom();
    const [text = '', least, comma, most] = QUANTIFIER.exec(structure.slice(position, position + 24)) ?? [];
    position += text.length;
    if (text === '') return once;
    if (text.startsWith('?')) return once + 1;
    if (least === undefined || (comma !== undefined && most === '')) return once > 1 ? Infinity : length;
    const max = Number(comma === undefined ? least : most);
    const lengths = max - Number(least) + 1;
    return once > 1 ? once ** max * lengths : Math.min(lengths, length);
  }

  function atom(): number {
    if (structure[position] !== '(') {
      position += 1;
      return 1;
    }
    position +=
      /^\((?:\?(?:<?[=!]|:|<[^>]*>))?/.exec(structure.slice(position, position + 80))?.[0].length ?? 1;
    const ways = alternatives();
    position += 1;
    return ways;
  }
}

const QUANTIFIER = /^(?:[*+]|\?|\{(\d+)(,)?(\d*)\})\??/;

// `(-[a-z]+)*`, the end of every slug: the separator cannot be part of a word, so there is one way to repeat it.
const SEPARATED_WORDS = /\((?:\?:)?\\?([-_./:, @#])(\[(?:[^\]\\]|\\.)*\]|\\[dw])[+*]?\)[*+]/gu;

function dropIfSeparated(shape: string, separator: string, words: string): string {
  return new RegExp(`^${words}$`, 'u').test(separator) ? shape : 'a*';
}
