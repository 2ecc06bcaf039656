/**
 * Replaces the value of a key in a table of a TOML text, adds the key after the first key of the table, or removes it. Everything else
 * stays as it is. The text is returned unchanged if the table has no header of its own; the caller compares the result.
 */
export function replaceTomlValue(
  text: string,
  path: readonly string[],
  value: string | readonly string[] | undefined,
): string {
  const table = path.slice(0, -1);
  const key = path.at(-1) ?? '';
  const lines = text.split('\n');
  const start = lines.findIndex((line) => isHeader(line, table));
  if (start < 0) return text;
  const found = findKey(lines, start + 1, key);
  const written = value === undefined ? [] : [`${key} = ${tomlOf(value)}`];
  if (found) {
    const [first = ''] = lines.slice(found.line, found.line + 1);
    const indent = /^\s*/.exec(first)?.[0] ?? '';
    const rest = written.map((line) => indent + line + found.rest);
    lines.splice(found.line, found.count, ...rest);
  } else if (written.length > 0) {
    const command = findKey(lines, start + 1, 'command');
    lines.splice(command ? command.line + command.count : start + 1, 0, ...written);
  }
  return lines.join('\n');
}

// Basic strings of TOML have the escapes of JSON.
const tomlOf = (value: string | readonly string[]): string =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : `[${value.map((each) => JSON.stringify(each)).join(', ')}]`;

function isHeader(line: string, table: readonly string[]): boolean {
  const [, inner] = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line) ?? [];
  if (inner === undefined) return false;
  const keys = [...inner.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))\s*(?:\.|$)/g)];
  const names = keys.map(([, basic, literal, bare]) => basic ?? literal ?? bare);
  return names.length === table.length && names.every((name, index) => name === table[index]);
}

/** Returns the lines of a key of the table that begins at `from`, and the comment after its value. */
function findKey(lines: readonly string[], from: number, key: string) {
  for (let line = from; line < lines.length;) {
    const text = lines[line] ?? '';
    if (/^\s*\[/.test(text)) return undefined;
    const [assigned, name] = /^\s*"?([\w-]+)"?\s*=/.exec(text) ?? [];
    if (assigned === undefined) {
      line += 1;
      continue;
    }
    const { count, rest } = endOfValue(lines, line, assigned.length);
    if (name === key) return { line, count, rest };
    line += count;
  }
  return undefined;
}

/** Returns how many lines a value has, and what follows it in its last line. */
function endOfValue(lines: readonly string[], line: number, column: number) {
  const open = { depth: 0, quote: '' };
  for (const [index, text] of lines.slice(line).entries()) {
    const comment = scanLine(text, index === 0 ? column : 0, open);
    if (open.depth === 0 && open.quote === '') {
      return { count: index + 1, rest: comment === undefined ? '' : ` ${text.slice(comment)}` };
    }
  }
  return { count: lines.length - line, rest: '' };
}

/** Updates what is open at the end of a line of a value. Returns where the comment of the line begins. */
function scanLine(text: string, from: number, open: { depth: number; quote: string }): number | undefined {
  for (let at = from; at < text.length;) {
    // Literal strings have no escapes.
    const tokens = open.quote.startsWith("'") ? /^(?:'''|[\s\S])/ : /^(?:"""|'''|\\.|[\s\S])/;
    const [token = ''] = tokens.exec(text.slice(at)) ?? [];
    if (open.quote !== '') {
      if (token === open.quote || (token.length === 3 && token[0] === open.quote)) open.quote = '';
    } else if (token === '#') return at;
    else if (/^["']/.test(token)) open.quote = token;
    else open.depth += NESTING.get(token) ?? 0;
    at += token.length;
  }
  // Only a string in triple quotes continues in the next line.
  if (open.quote.length === 1) open.quote = '';
  return undefined;
}

/** How brackets change the depth of a value. */
const NESTING: ReadonlyMap<string, number> = new Map([
  ['[', 1],
  ['{', 1],
  [']', -1],
  ['}', -1],
]);
