import type { FrontMatter } from './front-matter.ts';

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
export function readSkillHeader({ values, texts, metadata }: FrontMatter): SkillHeader {
  const warnings: string[] = [];
  const keyOf = (name: string): string => {
    if (values.has(name)) return name;
    const key = [...values.keys()].find((candidate) => plainKey(candidate) === plainKey(name));
    if (key !== undefined) warnings.push(`The key "${key}" was read as "${name}".`);
    return key ?? name;
  };
  const value = (name: string): unknown => values.get(keyOf(name));
  const text = (name: string): string | undefined => {
    const key = keyOf(name);
    const written = texts.get(key);
    if (written !== undefined) return written.trim() || undefined;
    const words = values.get(key);
    if (!Array.isArray(words) || !words.every(isScalar)) return undefined;
    const joined = words.map(String).join(', ').trim() || undefined;
    // `argument-hint: [file]` is the common notation, so it causes no warning.
    if (words.length > 0 && key !== 'argument-hint')
      warnings.push(`The list under "${key}" was joined into one text.`);
    return joined;
  };
  const schema = (name: 'input' | 'output'): SchemaSource => {
    const inline = value(`${name}_schema`);
    if (inline !== undefined) warnings.push(`${name}_schema in the front matter is not portable.`);
    const [file] = Array.from(metadata).flatMap(([key, entry]) =>
      key.endsWith(`/${name}-schema`) && typeof entry === 'string' ? entry : [],
    );
    return { inline, file };
  };
  return {
    name: text('name'),
    description: text('description'),
    compatibility: text('compatibility'),
    argumentHint: text('argument-hint'),
    tags: readTags(value('tags') ?? metadata.get('tags') ?? value('keywords') ?? value('category')),
    allowedTools: splitAllowedTools(value('allowed-tools')),
    isHiddenFromModels: /^(?:true|yes|on)$/i.test(String(value('disable-model-invocation')).trim()),
    inputSchema: schema('input'),
    outputSchema: schema('output'),
    examples: listOf(value('usage_examples') ?? value('examples')),
    warnings,
  };
}

function plainKey(key: string): string {
  return key.trim().toLowerCase().replaceAll('_', '-');
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

/** Splits `allowed-tools`, which is a list or one string with commas or spaces. `Bash(git add:*)` is one entry. */
function splitAllowedTools(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return value === null ? [] : undefined;
  const parts = Array.isArray(value) ? value : [value];
  return parts.filter((part) => typeof part === 'string').flatMap((part) => part.match(ALLOWED_TOOL) ?? []);
}

const ALLOWED_TOOL = /(?:[^\s,(]|\([^)]*\)?)+/g;
