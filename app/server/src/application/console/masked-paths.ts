const MASK = '[masked]';

/** Where a value still holds the text that stands in the place of a secret, as dotted paths. */
export function maskedPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes(MASK) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    maskedPaths(inner, path === '' ? key : `${path}.${key}`),
  );
}
