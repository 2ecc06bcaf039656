import { yamlLibrary } from './yaml-library.ts';

const MAX_NESTING = 3;

/**
 * The options for parsing front matter. The library detects duplicate keys in quadratic time, so the check is done
 * here.
 */
export const YAML_OPTIONS = { prettyErrors: false, logLevel: 'silent', uniqueKeys: false } as const;

/**
 * Repairs common front matter that is not valid YAML: unquoted colons, `[a] [b]` hints, unbalanced quotes, tabs,
 * continuation lines without indentation, duplicate keys. Top-level entries that are valid YAML are not changed.
 */
export function repairFrontMatter(yaml: string, nesting = 0): string {
  const seen = new Set<string>();
  const repaired: string[] = [];
  for (const entry of splitEntries(yaml.replace(/^[\t ]+/gm, untab))) {
    if (seen.has(entry.key)) continue;
    seen.add(entry.key);
    repaired.push(
      isValidEntry(entry.lines.join('\n')) ? entry.lines.join('\n') : repairEntry(entry, nesting),
    );
  }
  return `${repaired.join('\n')}\n`;
}

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly lines: string[];
}

// A key is short and starts at the beginning of the line. The limit prevents a sentence that contains a colon from
// becoming a key.
const KEY_LINE = /^([^\s:#"'[\]{}&*!|>%@`,?-][^:\n]{0,63}):(?:[ \t]+(.*))?$/;

// Matches `description:Text` and the full-width colon of Japanese and Chinese keyboards, but not `https://`.
const TIGHT_KEY_LINE = /^([a-z][a-z_-]{1,30}) ?(?::(?!\/)|：)(.+)$/;

function splitEntries(yaml: string): Entry[] {
  const entries: Entry[] = [];
  for (const line of yaml.split('\n')) {
    if (line.startsWith('#')) continue;
    const match = matchKey(line);
    if (match?.[1] !== undefined) {
      entries.push({ key: match[1].trim(), value: (match[2] ?? '').trim(), lines: [line] });
    } else {
      entries.at(-1)?.lines.push(line);
    }
  }
  return entries;
}

function matchKey(line: string): RegExpExecArray | null {
  return KEY_LINE.exec(line) ?? TIGHT_KEY_LINE.exec(line);
}

const QUOTE = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/s;

/** Indents the unindented lines of a quoted text, which YAML would parse as separate entries. */
export function indentQuotes(yaml: string): string {
  const lines = yaml.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const value = matchKey(lines[index] ?? '')?.[2]?.trim() ?? '';
    const end = index + countLinesBelow(value, lines, index + 1);
    for (; index < end; index += 1) lines[index + 1] = lines[index + 1]?.replace(/^(?=\S)/, '  ') ?? '';
  }
  return lines.join('\n');
}

function countLinesBelow(value: string, lines: readonly string[], from: number): number {
  if (!/^["']/.test(value) || QUOTE.test(value)) return 0;
  const text = [value, ...lines.slice(from)].join('\n');
  const [quoted] = QUOTE.exec(text) ?? [];
  const isWholeLine = quoted !== undefined && /^\s*(?:#.*)?(?:\n|$)/.test(text.slice(quoted.length));
  return isWholeLine ? quoted.split('\n').length - 1 : 0;
}

function isValidEntry(text: string): boolean {
  try {
    const document = yamlLibrary().parseDocument(text, YAML_OPTIONS);
    if (document.errors.length > 0 || !yamlLibrary().isMap(document.contents)) return false;
    document.toJS();
    return true;
  } catch {
    // The cause is an alias without an anchor, or nesting that exhausts the stack.
    return false;
  }
}

function repairEntry(entry: Entry, nesting: number): string {
  const rest = entry.lines.slice(1).filter((line) => line.trim() !== '');
  const isNested = entry.value === '' && rest.length > 0 && nesting < MAX_NESTING;
  if (isNested && rest.every((line) => /^\s*- /.test(line))) {
    const items = rest.map((line) => unquote(line.replace(/^\s*- /, '').trim()));
    return `${quote(entry.key)}: ${JSON.stringify(items)}`;
  }
  if (isNested && KEY_LINE.test(rest[0]?.trimStart() ?? '')) {
    const indent = rest[0]?.search(/\S/) ?? 0;
    const inner = rest.map((line) => line.slice(Math.min(indent, line.search(/\S/)))).join('\n');
    return `${quote(entry.key)}:\n${repairFrontMatter(inner, nesting + 1).replace(/^(?=.)/gm, '  ')}`;
  }
  const first = /^[|>][+-]?\d?[+-]?$/.test(entry.value) ? '' : entry.value;
  const text = [first, ...rest.map((line) => line.trim())].join(' ').trim();
  return `${quote(entry.key)}: ${quote(unquote(text))}`;
}

// Every JSON string is a valid double-quoted YAML scalar.
function quote(text: string): string {
  return JSON.stringify(text);
}

function unquote(text: string): string {
  const mark = text[0];
  const isQuoted = text.length > 1 && (mark === '"' || mark === "'") && text.endsWith(mark);
  return isQuoted ? text.slice(1, -1) : text;
}

function untab(indent: string): string {
  return indent.replaceAll('\t', '  ');
}
