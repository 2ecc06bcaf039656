import { parseFrontMatter, type FrontMatter } from './front-matter.ts';
import { readSkillHeader, type SkillHeader } from './skill-header.ts';

/** The text of a SKILL.md with line feeds only, or the reason why the bytes are not text. */
export type DecodedText =
  | { readonly text: string; readonly warnings: readonly string[] }
  | { readonly problem: string };

/** Decodes UTF-8 (or UTF-16 with a byte order mark), removes the mark and normalizes line ends. */
export function decodeSkillText(bytes: Uint8Array): DecodedText {
  const encoding = utf16Encoding(bytes);
  const raw = new TextDecoder(encoding ?? 'utf-8').decode(bytes);
  if (raw.includes('\0')) return { problem: 'it contains NUL bytes, so it is not a text file' };
  const warnings: string[] = [];
  if (encoding) warnings.push(`The file is ${encoding}; save it as UTF-8.`);
  if (raw.includes('\uFFFD')) warnings.push('The file contains bytes that are not valid UTF-8.');
  return { text: raw.replace(/\r\n?/g, '\n'), warnings };
}

function utf16Encoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** The front matter and the body of a SKILL.md. */
export interface SkillText {
  readonly header: SkillHeader;
  readonly body: string;
  /** Whether the front matter was repaired. */
  readonly isRepaired: boolean;
  readonly warnings: readonly string[];
}

/** Parses the text of a SKILL.md, or returns why it is not valid. */
export function parseSkillText(
  text: string,
  maxFrontMatterChars: number,
): SkillText | { readonly problem: string; readonly kind: 'missing' | 'broken' } {
  const split = splitFrontMatter(text);
  if (split.kind === 'missing') {
    const problem = 'The front matter is missing. Begin the file with "---", name, description, "---".';
    return { problem, kind: 'missing' };
  }
  if (split.kind === 'unclosed') return broken('The front matter is not closed. Add a line "---" below it.');
  if (split.yaml.length > maxFrontMatterChars)
    return broken('The front matter is too long. Move text below the second "---".');
  const parsed = parseFrontMatter(split.yaml);
  if ('problem' in parsed) return broken(`The front matter is not valid YAML: ${parsed.problem}.`);
  const problem = syntaxProblem(parsed.frontMatter);
  if (problem !== undefined) return broken(problem);
  const header = readSkillHeader(parsed.frontMatter);
  const { isRepaired } = parsed.frontMatter;
  const warnings = [...header.warnings];
  if (isRepaired) warnings.push('The front matter is not valid YAML as written; it was repaired.');
  if (split.isLate) warnings.push('There are blank lines before the front matter.');
  return { header, body: split.body, isRepaired: isRepaired || split.isLate, warnings };
}

const broken = (problem: string) => ({ problem, kind: 'broken' as const });

/** The position of the front matter of a SKILL.md, if it has one. */
export type FrontMatterSplit =
  | { readonly kind: 'found'; readonly yaml: string; readonly body: string; readonly isLate: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unclosed' };

const OPENED = /^(\s*\n)?---[^\S\n]*(?:\n|$)/;
const CLOSED = /(?:^|\n)---[^\S\n]*(?:\n|$)/;

/**
 * Splits a text at its bare `---` fences. A fence with a language (`---js`) is not supported, because front matter is
 * data.
 */
export function splitFrontMatter(text: string): FrontMatterSplit {
  const opened = OPENED.exec(text);
  if (!opened) return { kind: 'missing' };
  const rest = text.slice(opened[0].length);
  const closed = CLOSED.exec(rest);
  if (!closed) return { kind: 'unclosed' };
  const yaml = rest.slice(0, closed.index + (closed[0].startsWith('\n') ? 1 : 0));
  return {
    kind: 'found',
    yaml,
    body: rest.slice(closed.index + closed[0].length),
    isLate: opened[1] !== undefined,
  };
}

/** The newest SKILL.md syntax that this version supports. A file without a version uses version 1. */
const SYNTAX_VERSION = 1;

/** Returns why the syntax version, `metadata: { "…/syntax-version": 1 }`, is not supported, or undefined. */
function syntaxProblem({ metadata }: FrontMatter): string | undefined {
  for (const [key, value] of metadata) {
    if (key !== 'syntax-version' && !key.endsWith('/syntax-version')) continue;
    const version = Number(value);
    if (!Number.isInteger(version) || version < 1)
      return `"${key}" must be a whole number of at least 1, but is ${JSON.stringify(value)}.`;
    if (version > SYNTAX_VERSION)
      return `The file uses version ${version} of the syntax, but this version of sekisho supports only versions up to ${SYNTAX_VERSION}. Update sekisho.`;
  }
  return undefined;
}
