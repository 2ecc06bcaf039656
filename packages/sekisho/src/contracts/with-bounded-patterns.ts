import { ANY_LENGTH, maxTextLength } from './pattern-cost.ts';
import { withoutCostlyPatterns } from './without-costly-patterns.ts';

/**
 * A copy of a stranger's schema for checking values with: each regular expression that is left runs only on texts that
 * cannot keep it busy. A longer one fits or does not, as the caller says.
 */
export function withBoundedPatterns(
  schema: Readonly<Record<string, unknown>>,
  longOnes: 'fit' | 'do not fit',
): Record<string, unknown> {
  const bounded = (source: string) => {
    const length = maxTextLength(source);
    if (length >= ANY_LENGTH) return source;
    const isTooLong = `[\\s\\S]{${length + 1}}`;
    return longOnes === 'fit' ? `^${isTooLong}|(?:${source})` : `^(?!${isTooLong})[\\s\\S]*?(?:${source})`;
  };
  const text = JSON.stringify(withoutCostlyPatterns(schema), (key, item: unknown) => {
    if (key === 'pattern' && typeof item === 'string') return bounded(item);
    if (key !== 'patternProperties' || typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([source, part]) => [bounded(source), part]));
  });
  return JSON.parse(text);
}
