const MASK = '[masked]';

/** Returns the dotted paths at which a value still contains the mask of a secret. */
export function maskedPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes(MASK) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    maskedPaths(inner, path === '' ? key : `${path}.${key}`),
  );
}
