const MAX_LEVELS = 64;

/**
 * Returns whether a value is nested no deeper than the limit. Recursion over a deeper value could exhaust the stack.
 */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS) return false;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return true;
}
