import { ANY_LENGTH, maxTextLength } from './pattern-cost.ts';
import { withoutCostlyPatterns } from './without-costly-patterns.ts';

/**
 * Returns a copy of an untrusted schema in which each regular expression runs only on texts of bounded length.
 * `longTexts` decides whether longer texts match.
 */
export function withBoundedPatterns(
  schema: Readonly<Record<string, unknown>>,
  longTexts: 'fit' | 'do not fit',
): Record<string, unknown> {
  const bounded = (source: string) => {
    const length = maxTextLength(source);
    if (length >= ANY_LENGTH) return source;
    const isTooLong = `[\\s\\S]{${length + 1}}`;
    return longTexts === 'fit' ? `^${isTooLong}|(?:${source})` : `^(?!${isTooLong})[\\s\\S]*?(?:${source})`;
  };
  const text = JSON.stringify(withoutCostlyPatterns(schema), (key, item: unknown) => {
    if (key === 'pattern' && typeof item === 'string') return bounded(item);
    if (key !== 'patternProperties' || typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([source, part]) => [bounded(source), part]));
  });
  return JSON.parse(text);
}
