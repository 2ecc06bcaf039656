/** The query part of an address as plain texts; what a screen keeps there can be bookmarked and shared. */
export interface TextSearch {
  readonly [name: string]: string | undefined;
}

/** Reads the query part of an address. The first value of a name counts. */
export function parseTextSearch(search: string): TextSearch {
  const found: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (!Object.hasOwn(found, name) && value !== '') found[name] = value;
  }
  return found;
}

/** Writes the query part of an address, leaving out what is empty. */
export function writeTextSearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const text = new URLSearchParams(entries).toString();
  return text === '' ? '' : `?${text}`;
}

/** Keeps only texts of a parsed search, as the router's check of an address. */
export function checkTextSearch(search: Readonly<Record<string, unknown>>): TextSearch {
  return parseTextSearch(writeTextSearch(search));
}
