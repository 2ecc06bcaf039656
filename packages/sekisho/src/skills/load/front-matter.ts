import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { YAMLMap } from 'yaml';

/** The front matter of a SKILL.md as data. */
export interface FrontMatter {
  readonly values: ReadonlyMap<string, unknown>;
  /** Scalars as they were written, so that the version `1.10` is not the number 1.1. */
  readonly texts: ReadonlyMap<string, string>;
  readonly metadata: ReadonlyMap<string, unknown>;
  readonly isRepaired: boolean;
}

/** The front matter, or its first problem. */
export type FrontMatterParse =
  | { readonly frontMatter: FrontMatter }
  | { readonly problem: string; readonly isRepairable: boolean };

// The library detects duplicate keys in quadratic time, so that check is done here.
const YAML_OPTIONS = { prettyErrors: false, logLevel: 'silent', uniqueKeys: false } as const;

const require = createRequire(import.meta.url);

/** Returns the YAML library. It is loaded at its first use, because most programs use no skills. */
const yamlLibrary = (): typeof Yaml => require('yaml');

/** Parses YAML front matter. Text that is not valid YAML is repaired once, line by line, and parsed again. */
export function parseFrontMatter(yaml: string): FrontMatterParse {
  const indented = indentQuotes(yaml);
  const asWritten = readYaml(indented, indented !== yaml);
  if ('frontMatter' in asWritten || !asWritten.isRepairable) return asWritten;
  const repaired = readYaml(repairFrontMatter(indented), true);
  return 'frontMatter' in repaired ? repaired : asWritten;
}

function readYaml(yaml: string, isRepaired: boolean): FrontMatterParse {
  try {
    const { isMap, parseDocument } = yamlLibrary();
    const document = parseDocument(yaml, YAML_OPTIONS);
    const { contents } = document;
    const [error] = document.errors;
    if (error)
      return repairable(`line ${yaml.slice(0, error.pos[0]).split('\n').length + 1}: ${error.message}`);
    if (!isMap(contents)) return repairable('it is not a list of "key: value" lines');
    const seen = new Set<string>();
    const twice = contents.items.find(({ key }) => seen.size === seen.add(keyText(key)).size);
    if (twice) return repairable(`the key "${keyText(twice.key)}" occurs twice`);
    // The default limit on aliases applies here, because a few lines could otherwise expand to gigabytes.
    const values = entriesOf(document.toJS());
    const nested: unknown = contents.get('metadata', true);
    const metadata = isMap(nested) ? metadataOf(nested, entriesOf(values.get('metadata'))) : new Map();
    return { frontMatter: { values, texts: scalarTexts(contents), metadata, isRepaired } };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    // `*.ts` is a common mistake. Other errors, such as exponential aliases, are treated as attacks.
    return { problem, isRepairable: problem.startsWith('Unresolved alias') };
  }
}

const repairable = (problem: string) => ({ problem, isRepairable: true });

function entriesOf(value: unknown): Map<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function metadataOf(nested: YAMLMap, plain: ReadonlyMap<string, unknown>): Map<string, unknown> {
  const texts = scalarTexts(nested);
  return new Map(
    Array.from(plain, ([key, value]) => [key, value === null ? '' : (texts.get(key) ?? value)] as const),
  );
}

function scalarTexts(map: YAMLMap): Map<string, string> {
  const { isScalar } = yamlLibrary();
  const texts = new Map<string, string>();
  for (const { key, value } of map.items) {
    if (!isScalar(value) || value.value === null) continue;
    const { value: plain, source } = value;
    texts.set(keyText(key), typeof plain === 'string' ? plain : (source ?? JSON.stringify(plain)));
  }
  return texts;
}

function keyText(key: unknown): string {
  return String(yamlLibrary().isScalar(key) ? key.value : key);
}

const MAX_NESTING = 3;

/**
 * Repairs common front matter that is not valid YAML: unquoted colons, `[a] [b]` hints, unbalanced quotes, tabs,
 * continuation lines without indentation, duplicate keys. Top-level entries that are valid YAML are not changed.
 */
function repairFrontMatter(yaml: string, nesting = 0): string {
  const entries = splitEntries(yaml.replace(/^[\t ]+/gm, (indent) => indent.replaceAll('\t', '  ')));
  const repaired = entries.map((entry) => {
    const text = entry.lines.join('\n');
    return isValidEntry(text) ? text : repairEntry(entry, nesting);
  });
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

/** Splits front matter into its top-level entries. Of several entries with one key, the first is used. */
function splitEntries(yaml: string): Entry[] {
  const entries = new Map<string, Entry>();
  let current: string[] = [];
  for (const line of yaml.split('\n')) {
    if (line.startsWith('#')) continue;
    const { key, value } = keyOf(line);
    if (key === undefined) {
      current.push(line);
      continue;
    }
    current = [line];
    if (!entries.has(key)) entries.set(key, { key, value, lines: current });
  }
  return [...entries.values()];
}

function keyOf(line: string): { readonly key: string | undefined; readonly value: string } {
  const match = KEY_LINE.exec(line) ?? TIGHT_KEY_LINE.exec(line);
  return { key: match?.[1]?.trim(), value: match?.[2]?.trim() ?? '' };
}

const QUOTE = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/s;

/** Indents the unindented lines of a quoted text, which YAML would parse as separate entries. */
function indentQuotes(yaml: string): string {
  const lines = yaml.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const end = index + countLinesBelow(keyOf(lines[index] ?? '').value, lines, index + 1);
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

// Every JSON string is a valid double-quoted YAML scalar, so JSON.stringify() quotes keys and texts.
function repairEntry({ key, value, lines }: Entry, nesting: number): string {
  const rest = lines.slice(1).filter((line) => line.trim() !== '');
  const isNested = value === '' && rest.length > 0 && nesting < MAX_NESTING;
  if (isNested && rest.every((line) => /^\s*- /.test(line))) {
    const items = rest.map((line) => unquote(line.replace(/^\s*- /, '').trim()));
    return `${JSON.stringify(key)}: ${JSON.stringify(items)}`;
  }
  if (isNested && KEY_LINE.test(rest[0]?.trimStart() ?? '')) {
    const indent = rest[0]?.search(/\S/) ?? 0;
    const inner = rest.map((line) => line.slice(Math.min(indent, line.search(/\S/)))).join('\n');
    return `${JSON.stringify(key)}:\n${repairFrontMatter(inner, nesting + 1).replace(/^(?=.)/gm, '  ')}`;
  }
  const first = /^[|>][+-]?\d?[+-]?$/.test(value) ? '' : value;
  const text = [first, ...rest.map((line) => line.trim())].join(' ').trim();
  return `${JSON.stringify(key)}: ${JSON.stringify(unquote(text))}`;
}

function unquote(text: string): string {
  const isQuoted = text.length > 1 && /^["']/.test(text) && text.endsWith(text.charAt(0));
  return isQuoted ? text.slice(1, -1) : text;
}
