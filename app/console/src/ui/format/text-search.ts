/** The query part of an address as plain text, so that the state of a screen can be bookmarked and shared. */
export interface TextSearch {
  readonly [name: string]: string | undefined;
}

/** Parses the query part of an address. The first value of a repeated name is used. */
export function parseTextSearch(search: string): TextSearch {
  const found: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (!Object.hasOwn(found, name) && value !== '') found[name] = value;
  }
  return found;
}

/** Formats the query part of an address without empty values. */
export function writeTextSearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const text = new URLSearchParams(entries).toString();
  return text === '' ? '' : `?${text}`;
}

/** Validates a parsed search for the router: only text values remain. */
export function checkTextSearch(search: Readonly<Record<string, unknown>>): TextSearch {
  return parseTextSearch(writeTextSearch(search));
}
