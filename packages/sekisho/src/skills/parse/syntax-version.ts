import type { FrontMatter } from './parse-front-matter.ts';

/** The newest SKILL.md syntax that this version supports. A file without a version uses version 1. */
const SYNTAX_VERSION = 1;

/**
 * Returns why the syntax version of a file, `metadata: { "…/syntax-version": 1 }`, is not supported, or undefined.
 */
export function syntaxProblem({ metadata }: Pick<FrontMatter, 'metadata'>): string | undefined {
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
