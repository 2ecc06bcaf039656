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
  const groups: boolean[] = [];
  for (let index = 0; index < structure.length; index += 1) {
    const character = structure[index];
    if (character === '(') groups.push(false);
    else if (character === '|' || isRepeat(structure, index)) groups.fill(true);
    else if (character === ')' && groups.pop() === true && isRepeat(structure, index + 1)) return true;
  }
  return false;
}

// `(-[a-z]+)*`, the tail of every slug: the separator cannot be part of a word, so there is one way to match.
const SEPARATED_WORDS = /\((?:\?:)?\\?([-_./:, @#])\[((?:[^\]\\]|\\.)*)\][+*]?\)[*+]/gu;

function dropIfSeparated(shape: string, separator: string, words: string): string {
  return new RegExp(`^[${words}]$`, 'u').test(separator) ? shape : 'a';
}

function isRepeat(structure: string, index: number): boolean {
  const character = structure[index];
  if (character === '*' || character === '+') return true;
  return character === '{' && /^\{\d+,(?:\d{2,})?\}|^\{\d{2,}/.test(structure.slice(index, index + 12));
}
