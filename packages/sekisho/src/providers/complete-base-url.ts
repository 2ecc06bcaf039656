/** Adds the missing path of a base URL: `http://host:11434` becomes `http://host:11434/v1`. */
export function completeBaseUrl(baseUrl: URL, defaultUrl: string): string {
  const path = segmentsOf(baseUrl.pathname);
  const suffix = segmentsOf(new URL(defaultUrl).pathname);
  const missing = missingSegments(path, suffix);
  return `${baseUrl.origin}/${[...path, ...missing].join('/')}`;
}

function missingSegments(path: readonly string[], suffix: readonly string[]): readonly string[] {
  for (let length = suffix.length; length > 0; length -= 1) {
    const beginning = suffix.slice(0, length);
    if (beginning.every((segment, index) => path[path.length - length + index] === segment)) {
      return suffix.slice(length);
    }
  }
  // A version in the path indicates a gateway with its own scheme, which a suffix would break.
  return path.some((segment) => /^v\d/.test(segment)) ? [] : suffix;
}

function segmentsOf(pathname: string): string[] {
  return pathname.split('/').filter((segment) => segment !== '');
}
