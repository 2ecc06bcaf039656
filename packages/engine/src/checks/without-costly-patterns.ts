import { findPatternProblem } from './pattern-problem.ts';

/** Returns a copy of an untrusted schema without regular expressions that could block the process. */
export function withoutCostlyPatterns(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const text = JSON.stringify(schema, (key, item: unknown) => {
    if (key === 'pattern' && typeof item === 'string' && findPatternProblem(item) !== undefined)
      return undefined;
    if (key !== 'patternProperties' || typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(
      Object.entries(item).filter(([pattern]) => findPatternProblem(pattern) === undefined),
    );
  });
  return JSON.parse(text);
}
