import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One name that an entry file exports. */
export type NamedExport = {
  readonly name: string;
  /** The file that declares it. */
  readonly file: string;
  readonly kind: string;
  /** The first sentence of its doc comment. */
  readonly sentence: string;
  /** The package that it is passed on from; undefined for what this repository declares. */
  readonly from?: string;
};

const LIST = /^export (type )?\{([^}]*)\} from '([^']+)';/gm;
const STAR = /^export (type )?\* from '([^']+)';/gm;
const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(function\*?|class|const|interface|type) (\w+)/gm;

/** Every export of a file, found by following its lists to the declarations. `*` stands for all names of another package. */
export function readExports(file: string): NamedExport[] {
  const text = readFileSync(file, 'utf8');
  const found = [...text.matchAll(DECLARATION)].map((match): NamedExport => ({
    name: match[2] ?? '',
    file,
    kind: (match[1] ?? '').replace('*', ''),
    sentence: readSentence(text, match.index) || readSentenceOfSchema(text, match.index),
  }));
  for (const [, , list = '', target = ''] of text.matchAll(LIST)) {
    for (const { original, name } of readNames(list)) found.push(follow(file, target, original, name));
  }
  const stars = Array.from(text.matchAll(STAR), ([, onlyTypes = '', from = '']) => {
    return { name: '*', file, kind: onlyTypes.trim(), sentence: '', from };
  });
  return [...mergeKinds(found), ...stars];
}

function readNames(list: string): { original: string; name: string }[] {
  return list
    .replaceAll(/\/\/.*$/gm, '')
    .split(',')
    .map((entry) => entry.trim().replace(/^type /, ''))
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [original = '', name = original] = entry.split(' as ');
      return { original, name };
    });
}

function follow(file: string, target: string, original: string, name: string): NamedExport {
  if (!target.startsWith('.')) return { name, file, kind: '', sentence: '', from: target };
  const source = join(dirname(file), target);
  const declared = readExports(source).find((one) => one.name === original);
  if (declared === undefined) throw new Error(`${source} does not declare "${original}".`);
  return { ...declared, name };
}

/** A schema and its type share a name, and are one line. */
function mergeKinds(found: readonly NamedExport[]): NamedExport[] {
  return [...Map.groupBy(found, ({ name }) => name).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const kinds = [...new Set(same.map(({ kind }) => kind))];
    const sentence = same.map((one) => one.sentence).find((text) => text !== '') ?? '';
    return [{ ...first, kind: kinds.join(', '), sentence }];
  });
}

/** The first sentence of the doc comment that ends at an index. */
function readSentence(text: string, end: number): string {
  const comment = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(text.slice(0, end))?.[1] ?? '';
  const words = comment
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.!?](?= [A-Z`-]|$)/.exec(words)?.[0] ?? words;
}

/** A type that is declared below its schema shares the schema's comment. */
function readSentenceOfSchema(text: string, index: number): string {
  const schema = /^export type [^;]*?\btypeof (\w+)/.exec(text.slice(index))?.[1];
  const place = schema === undefined ? -1 : text.indexOf(`export const ${schema} `);
  return place < 0 ? '' : readSentence(text, place);
}
