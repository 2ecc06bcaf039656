import { maxTextLength } from './pattern-cost.ts';

const MAX_PATTERN_CHARS = 500;

/**
 * Says why a regular expression that a stranger wrote must not be run, if so. A repeated group that itself repeats or
 * branches, or a back reference, lets one short argument keep the process busy for hours; so do many repeats in a row.
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
