import type { FrontMatter } from './parse-front-matter.ts';

/** The newest syntax of SKILL.md that this version reads. A file that names none is of version 1. */
const SYNTAX_VERSION = 1;

/** Why a file cannot be read by its syntax version, `metadata: { "…/syntax-version": 1 }`, if it cannot. */
export function syntaxProblem({ metadata }: Pick<FrontMatter, 'metadata'>): string | undefined {
  for (const [key, value] of metadata) {
    if (key !== 'syntax-version' && !key.endsWith('/syntax-version')) continue;
    const version = Number(value);
    if (!Number.isInteger(version) || version < 1)
      return `"${key}" must be a whole number from 1, but is ${JSON.stringify(value)}.`;
    if (version > SYNTAX_VERSION)
      return `The file is written in version ${version} of the syntax, and this version of sekisho reads up to ${SYNTAX_VERSION}. Update sekisho.`;
  }
  return undefined;
}
