import { parseFrontMatter } from './parse-front-matter.ts';
import { readSkillHeader } from './skill-header.ts';
import type { SkillHeader } from './skill-header.ts';
import { splitFrontMatter } from './split-front-matter.ts';
import { syntaxProblem } from './syntax-version.ts';

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
  switch (split.kind) {
    case 'missing':
      return broken(
        'The front matter is missing. Begin the file with "---", name, description, "---".',
        'missing',
      );
    case 'unclosed':
      return broken('The front matter is not closed. Add a line "---" below it.');
    case 'found':
  }
  if (split.yaml.length > maxFrontMatterChars) {
    return broken('The front matter is too long. Move text below the second "---".');
  }
  const parsed = parseFrontMatter(split.yaml);
  if ('problem' in parsed) return broken(`The front matter is not valid YAML: ${parsed.problem}.`);
  const problem = syntaxProblem(parsed.frontMatter);
  if (problem !== undefined) return broken(problem);
  const header = readSkillHeader(parsed.frontMatter);
  const { isRepaired } = parsed.frontMatter;
  return {
    header,
    body: split.body,
    isRepaired: isRepaired || split.isLate,
    warnings: [
      ...header.warnings,
      ...(isRepaired ? ['The front matter is not valid YAML as written; it was repaired.'] : []),
      ...(split.isLate ? ['There are blank lines before the front matter.'] : []),
    ],
  };
}

function broken(problem: string, kind: 'missing' | 'broken' = 'broken') {
  return { problem, kind };
}
