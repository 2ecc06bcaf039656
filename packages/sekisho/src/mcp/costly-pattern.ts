const MAX_PATTERN_CHARS = 300;
const MAX_OPEN_REPEATS = 3;

/**
 * Whether a pattern that a stranger wrote must not be run here: it is no regular expression, it refers back, it repeats a
 * group that itself repeats or branches, or it repeats without end so often that a long value takes minutes.
 */
export function isCostlyPattern(source: string): boolean {
  if (source.length > MAX_PATTERN_CHARS || !isPattern(source) || /\\[1-9k]/.test(source)) return true;
  // Only the structure counts: escapes and character classes become one letter.
  const structure = source
    .replaceAll(/\\[pPu]\{[^}]*\}|\\./gu, 'a')
    .replaceAll(/\[[^\]]*\]/gu, 'a')
    .replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/gu, '(');
  return hasNestedRepeat(structure) || (structure.match(/[*+]|\{\d+,\}/gu)?.length ?? 0) > MAX_OPEN_REPEATS;
}

function hasNestedRepeat(structure: string): boolean {
  /** For each group that is open: whether something in it repeats or branches. */
  const groups: boolean[] = [];
  for (const [index, character] of Array.from(structure).entries()) {
    if (character === '(') groups.push(false);
    else if (character === ')') {
      if (groups.pop() === true && repeatsAt(structure, index + 1)) return true;
    } else if (character === '|' || repeatsAt(structure, index)) groups.fill(true);
  }
  return false;
}

/** Whether what stands before this place may come more than a few times. */
const repeatsAt = (structure: string, index: number): boolean =>
  /^(?:[*+]|\{\d+,\}|\{\d*,?\d{2,}\})/.test(structure.slice(index, index + 12));

function isPattern(source: string): boolean {
  try {
    return RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
