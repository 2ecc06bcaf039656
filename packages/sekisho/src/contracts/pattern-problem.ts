const MAX_PATTERN_CHARS = 500;
const MAX_OPEN_REPEATS = 3;

/**
 * Says why a regular expression that a stranger wrote must not be run, if so. A repeated group that itself repeats or
 * branches, or a back reference, lets one short argument keep the process busy for hours; many repeats without end, for
 * minutes.
 */
export function findPatternProblem(source: string): string | undefined {
  if (source.length > MAX_PATTERN_CHARS) return `The pattern is longer than ${MAX_PATTERN_CHARS} characters.`;
  try {
    RegExp(source, 'u');
  } catch {
    return 'The pattern is not a regular expression.';
  }
  return isCostly(source) ? 'The pattern can take too long.' : undefined;
}

function isCostly(source: string): boolean {
  // Escapes and character classes become one plain letter: only the structure is looked at from here on.
  if (/\\[1-9k]/.test(source.replaceAll('\\\\', ''))) return true;
  const structure = source
    .replace(SEPARATED_WORDS, dropIfSeparated)
    .replace(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\./gu, 'a')
    .replace(/\[[^\]]*\]/gu, 'a');
  if ((structure.match(/[*+]|\{\d+,\}/gu)?.length ?? 0) > MAX_OPEN_REPEATS) return true;
  return countWays(structure) > MAX_WAYS;
}

const MAX_WAYS = 1_000_000;
/** What a long repeat counts for: more than one way, and not so many that a mail address is refused. */
const OPEN_WAYS = 16;

/** In how many ways a pattern can divide a text among its parts, about: so often a failing match is tried. */
function countWays(structure: string): number {
  let place = 0;
  return alternatives();

  function alternatives(): number {
    let ways = sequence();
    while (structure[place] === '|') {
      place += 1;
      ways += sequence();
    }
    return ways;
  }

  function sequence(): number {
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
    if (least === undefined || (comma !== undefined && most === '')) return once > 1 ? Infinity : OPEN_WAYS;
    const max = Number(comma === undefined ? least : most);
    const lengths = max - Number(least) + 1;
    return once > 1 ? once ** max * lengths : Math.min(lengths, OPEN_WAYS);
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

// `(-[a-z]+)*`, the tail of every slug: the separator cannot be part of a word, so there is one way to match.
const SEPARATED_WORDS = /\((?:\?:)?\\?([-_./:, @#])\[((?:[^\]\\]|\\.)*)\][+*]?\)[*+]/gu;

function dropIfSeparated(shape: string, separator: string, words: string): string {
  return new RegExp(`^[${words}]$`, 'u').test(separator) ? shape : 'a';
}
