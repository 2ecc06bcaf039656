import type { FrontMatter } from './parse-front-matter.ts';

/** The known fields of the front matter in normalized form. */
export interface SkillHeader {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly compatibility?: string | undefined;
  readonly argumentHint?: string | undefined;
  readonly tags: readonly string[];
  /** The upper bound of the tools of a child agent. `undefined` when the author set no bound. */
  readonly allowedTools?: readonly string[] | undefined;
  readonly isHiddenFromModels: boolean;
  readonly inputSchema: SchemaSource;
  readonly outputSchema: SchemaSource;
  readonly examples: readonly unknown[];
  readonly warnings: readonly string[];
}

/** Where the author put a schema: in the front matter, in a file of the skill, or in neither. */
export interface SchemaSource {
  readonly inline?: unknown;
  readonly file?: string | undefined;
}

/** Reads the known fields. Spellings such as `Description` or `allowed_tools` are accepted with a warning. */
export function readSkillHeader(frontMatter: FrontMatter): SkillHeader {
  const warnings: string[] = [];
  const key = (name: string): string => spelling(frontMatter, name, warnings);
  const value = (name: string): unknown => frontMatter.values.get(key(name));
  const text = (name: string): string | undefined => textOf(frontMatter, key(name), warnings);
  const tagSource =
    value('tags') ?? frontMatter.metadata.get('tags') ?? value('keywords') ?? value('category');
  const schema = (name: 'input' | 'output'): SchemaSource => {
    const inline = value(`${name}_schema`);
    if (inline !== undefined) warnings.push(`${name}_schema in the front matter is not portable.`);
    return { inline, file: schemaFile(frontMatter.metadata, `/${name}-schema`) };
  };
  return {
    name: text('name'),
    description: text('description'),
    compatibility: text('compatibility'),
    argumentHint: text('argument-hint'),
    tags: readTags(tagSource),
    allowedTools: splitAllowedTools(value('allowed-tools')),
    isHiddenFromModels: isTrue(value('disable-model-invocation')),
    inputSchema: schema('input'),
    outputSchema: schema('output'),
    examples: listOf(value('usage_examples') ?? value('examples')),
    warnings,
  };
}

function spelling(frontMatter: FrontMatter, name: string, warnings: string[]): string {
  if (frontMatter.values.has(name)) return name;
  for (const key of frontMatter.values.keys()) {
    if (plainKey(key) !== plainKey(name)) continue;
    warnings.push(`The key "${key}" was read as "${name}".`);
    return key;
  }
  return name;
}

function plainKey(key: string): string {
  return key.trim().toLowerCase().replaceAll('_', '-');
}

function textOf(frontMatter: FrontMatter, key: string, warnings: string[]): string | undefined {
  const text = frontMatter.texts.get(key);
  if (text !== undefined) return text.trim() || undefined;
  const value = frontMatter.values.get(key);
  const isWordList = Array.isArray(value) && value.length > 0 && value.every(isScalar);
  if (!isWordList) return undefined;
  // `argument-hint: [file]` is the common notation, so it causes no warning.
  if (key !== 'argument-hint') warnings.push(`The list under "${key}" was joined into one text.`);
  return value.map(String).join(', ').trim() || undefined;
}

function schemaFile(metadata: ReadonlyMap<string, unknown>, ending: string): string | undefined {
  for (const [key, value] of metadata) {
    if (key.endsWith(ending) && typeof value === 'string') return value;
  }
  return undefined;
}

function readTags(source: unknown): string[] {
  const words = typeof source === 'string' ? source.split(/[,、]/) : listOf(source);
  const tags = words.filter(isScalar).map((tag) => String(tag).trim());
  return [...new Set(tags)].filter((tag) => tag !== '').slice(0, 50);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(?:true|yes|on)$/i.test(value.trim()));
}

/** Splits `allowed-tools`, which is a list or one string with commas or spaces. `Bash(git add:*)` is one entry. */
function splitAllowedTools(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return value === null ? [] : undefined;
  const parts = Array.isArray(value) ? value : [value];
  return parts.filter((part) => typeof part === 'string').flatMap(splitOutsideParentheses);
}

function splitOutsideParentheses(text: string): string[] {
  const entries: string[] = [];
  let entry = '';
  let depth = 0;
  for (const character of text) {
    if (depth === 0 && /[\s,]/.test(character)) {
      if (entry) entries.push(entry);
      entry = '';
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth = Math.max(0, depth - 1);
    entry += character;
  }
  return entry ? [...entries, entry] : entries;
}
