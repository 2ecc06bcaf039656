/**
 * Finds a key that occurs twice in one object of a text that `JSON.parse` accepts. Parsers differ in which of the two
 * values they use, so such a text is ambiguous.
 */
export function findDuplicateKey(json: string): string | undefined {
  const scopes: (Set<string> | undefined)[] = [];
  let at = 0;
  let expectsKey = false;
  while (at < json.length) {
    const character = json[at];
    if (character === '"') {
      const end = findStringEnd(json, at);
      const keys = scopes.at(-1);
      if (expectsKey && keys !== undefined) {
        const key = String(JSON.parse(json.slice(at, end)));
        if (keys.has(key)) return key;
        keys.add(key);
      }
      expectsKey = false;
      at = end;
      continue;
    }
    if (character === '{' || character === '[') scopes.push(character === '{' ? new Set() : undefined);
    if (character === '}' || character === ']') scopes.pop();
    if (character === '{' || character === ',') expectsKey = true;
    at += 1;
  }
  return undefined;
}

function findStringEnd(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}
