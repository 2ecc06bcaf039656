import type { YAMLMap } from 'yaml';
import { yamlLibrary } from './yaml-library.ts';
import { YAML_OPTIONS, indentQuotes, repairFrontMatter } from './repair-front-matter.ts';

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
    const document = yamlLibrary().parseDocument(yaml, YAML_OPTIONS);
    const [error] = document.errors;
    if (error) return { problem: `line ${lineOf(yaml, error.pos[0])}: ${error.message}`, isRepairable: true };
    if (!yamlLibrary().isMap(document.contents)) {
      return { problem: 'it is not a list of "key: value" lines', isRepairable: true };
    }
    const twice = findRepeatedKey(document.contents);
    if (twice !== undefined) return { problem: `the key "${twice}" occurs twice`, isRepairable: true };
    // The default limit on aliases applies here, because a few lines could otherwise expand to gigabytes.
    const plain: unknown = document.toJS();
    return { frontMatter: { ...collect(document.contents, plain), isRepaired } };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    // `*.ts` is a common mistake. Other errors, such as exponential aliases, are treated as attacks.
    return { problem, isRepairable: problem.startsWith('Unresolved alias') };
  }
}

function findRepeatedKey(map: YAMLMap): string | undefined {
  const seen = new Set<string>();
  for (const { key } of map.items) {
    const name = keyText(key);
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

function collect(contents: YAMLMap, plain: unknown): Omit<FrontMatter, 'isRepaired'> {
  const values = new Map(isObject(plain) ? Object.entries(plain) : []);
  const texts = scalarTexts(contents);
  const metadata = new Map<string, unknown>();
  const nested: unknown = contents.get('metadata', true);
  const plainMetadata = values.get('metadata');
  if (yamlLibrary().isMap(nested) && isObject(plainMetadata)) {
    const nestedTexts = scalarTexts(nested);
    for (const [key, value] of Object.entries(plainMetadata)) {
      metadata.set(key, value === null ? '' : (nestedTexts.get(key) ?? value));
    }
  }
  return { values, texts, metadata };
}

function scalarTexts(map: YAMLMap): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { key, value } of map.items) {
    if (!yamlLibrary().isScalar(value) || value.value === null) continue;
    const text =
      typeof value.value === 'string' ? value.value : (value.source ?? JSON.stringify(value.value));
    texts.set(keyText(key), text);
  }
  return texts;
}

function keyText(key: unknown): string {
  return String(yamlLibrary().isScalar(key) ? key.value : key);
}

function lineOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length + 1;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
