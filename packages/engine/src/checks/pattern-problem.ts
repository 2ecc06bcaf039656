import { maxTextLength } from './pattern-cost.ts';

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
