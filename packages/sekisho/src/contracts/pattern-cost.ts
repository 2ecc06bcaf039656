/**
 * The longest text that a stranger's regular expression may be run on, 0 for none: each part that can match more or less
 * of the text multiplies the ways in which a failing match is tried. What separates the parts is not looked at, so this
 * is more than the true cost.
 */
export function maxTextLength(source: string): number {
  if (/\\[1-9k]/.test(source.replaceAll('\\\\', ''))) return 0;
  // Escapes and character classes become one plain letter: only the structure is looked at from here on.
  const structure = source
    .replace(SEPARATED_WORDS, dropIfSeparated)
    .replace(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\./gu, 'a')
    .replace(/\[[^\]]*\]/gu, 'a');
  return LENGTHS.find((length) => countWays(structure, length) <= MAX_WAYS) ?? 0;
}

/** A text that is as long as this is not too long for any pattern that is run at all without a bound. */
export const ANY_LENGTH = 1_048_576;

const LENGTHS = [ANY_LENGTH, 100_000, 10_000, 3_000, 1_000, 300, 100];
const MAX_WAYS = 4_000_000;

/** In how many ways a pattern can divide a text of this length among its parts, about. */
function countWays(structure: string, length: number): number {
  let place = 0;
  let isAnchored = true;
  const fromOnePlace = alternatives();
  return isAnchored ? fromOnePlace : fromOnePlace * length;

  function alternatives(): number {
    const isOutermost = place === 0;
    let ways = sequence(isOutermost);
    while (structure[place] === '|') {
      place += 1;
      ways += sequence(isOutermost);
    }
    return ways;
  }

  function sequence(isOutermost: boolean): number {
    // What may begin anywhere is tried everywhere.
    if (isOutermost && structure[place] !== '^') isAnchored = false;
    let ways = 1;
    while (place < structure.length && structure[place] !== '|' && structure[place] !== ')')
      ways *= repeated();
    return ways;
  }

  function repeated(): number {
    const once = atom();
    const [text = '', least, comma, most] = QUANTIFIER.exec(structure.slice(place, place + 24)) ?? [];
    place += text.length;
    if (text === '') return once;
    if (text.startsWith('?')) return once + 1;
    if (least === undefined || (comma !== undefined && most === '')) return once > 1 ? Infinity : length;
    const max = Number(comma === undefined ? least : most);
    const lengths = max - Number(least) + 1;
    return once > 1 ? once ** max * lengths : Math.min(lengths, length);
  }

  function atom(): number {
    if (structure[place] !== '(') {
      place += 1;
      return 1;
    }
    place += /^\((?:\?(?:<?[=!]|:|<[^>]*>))?/.exec(structure.slice(place, place + 80))?.[0].length ?? 1;
    const ways = alternatives();
    place += 1;
    return ways;
  }
}

const QUANTIFIER = /^(?:[*+]|\?|\{(\d+)(,)?(\d*)\})\??/;

// `(-[a-z]+)*`, the tail of every slug: the separator cannot be part of a word, so there is one way to repeat it.
const SEPARATED_WORDS = /\((?:\?:)?\\?([-_./:, @#])(\[(?:[^\]\\]|\\.)*\]|\\[dw])[+*]?\)[*+]/gu;

function dropIfSeparated(shape: string, separator: string, words: string): string {
  return new RegExp(`^${words}$`, 'u').test(separator) ? shape : 'a*';
}
