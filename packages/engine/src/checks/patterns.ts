import { isObject } from '../wire/json-value.ts';

/**
 * Returns a copy of an untrusted schema in which each regular expression runs only on texts of bounded length.
 * `longTexts` decides whether longer texts match.
 */
export function withBoundedPatterns(
  schema: Readonly<JsonSchema>,
  longTexts: 'fit' | 'do not fit',
): JsonSchema {
  return withPatterns(schema, (source) => {
    const length = maxTextLength(source);
    if (length >= ANY_LENGTH) return source;
    const isTooLong = `[\\s\\S]{${length + 1}}`;
    return longTexts === 'fit' ? `^${isTooLong}|(?:${source})` : `^(?!${isTooLong})[\\s\\S]*?(?:${source})`;
  });
}

/** Returns a copy of an untrusted schema without regular expressions that could block the process. */
export function withoutCostlyPatterns(schema: Readonly<JsonSchema>): JsonSchema {
  return withPatterns(schema, (source) => source);
}

type JsonSchema = Record<string, unknown>;

const isSafe = (source: string) => findPatternProblem(source) === undefined;

/** Replaces the regular expressions of a schema, and removes those that could block the process. */
function withPatterns(schema: Readonly<JsonSchema>, replaced: (source: string) => string): JsonSchema {
  const text = JSON.stringify(schema, (key, item: unknown) => {
    if (key === 'pattern' && typeof item === 'string') return isSafe(item) ? replaced(item) : undefined;
    if (key !== 'patternProperties' || !isObject(item)) return item;
    const kept = Object.entries(item).filter(([source]) => isSafe(source));
    return Object.fromEntries(kept.map(([source, part]) => [replaced(source), part]));
  });
  return JSON.parse(text);
}

const MAX_PATTERN_CHARS = 500;

/**
 * Returns why an untrusted regular expression must not run, or undefined. With a repeated group that itself repeats or
 * branches, with a back reference, or with many repeats in a row, a short argument can block the process for hours.
 */
export function findPatternProblem(source: string): string | undefined {
  if (source.length > MAX_PATTERN_CHARS) return `The pattern is longer than ${MAX_PATTERN_CHARS} characters.`;
  try {
    RegExp(source, 'u');
  } catch {
    return 'The pattern is not a regular expression.';
  }
  return maxTextLength(source) === 0 ? 'The pattern can take too long.' : undefined;
}

/**
 * Returns the length of the longest text that an untrusted regular expression may run on, 0 for none. Each part that
 * can match a variable amount of text multiplies the number of attempts of a failing match. Separators between the
 * parts are ignored, so this overestimates the cost.
 */
function maxTextLength(source: string): number {
  if (/\\[1-9k]/.test(source.replaceAll('\\\\', ''))) return 0;
  // Escapes and character classes become one plain letter, because only the structure matters from here on.
  const structure = source
    .replace(SEPARATED_WORDS, dropIfSeparated)
    .replace(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\./gu, 'a')
    .replace(/\[[^\]]*\]/gu, 'a');
  return LENGTHS.find((length) => countWays(structure, length) <= MAX_WAYS) ?? 0;
}

/** The length that counts as unlimited for patterns that run without a bound. */
const ANY_LENGTH = 1_048_576;

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
