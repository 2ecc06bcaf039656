import type { MarkdownBlock } from './markdown-parser.ts';
import { sectionBlocks } from './section-blocks.ts';

const HEADING =
  /constraint|limitation|restriction|guardrail|do not|don[’']t|never|must not|anti-?pattern|制約|制限|禁止|注意|约束|限制/i;
const MAX_CONSTRAINTS = 50;
const MAX_CHARS = 500;

/** What a skill must not do: its declared compatibility and the lists below headings that speak of limits. */
export function extractConstraints(
  blocks: readonly MarkdownBlock[],
  compatibility: string | undefined,
): string[] {
  const listed = sectionBlocks(blocks, HEADING)
    .filter(({ block }) => block.kind !== 'fence')
    .map(({ block }) => block.text.replace(/\s+/g, ' ').trim());
  const all = [...(compatibility ? [compatibility] : []), ...listed].filter((text) => text !== '');
  return [...new Set(all)].slice(0, MAX_CONSTRAINTS).map((text) => clip(text));
}

function clip(text: string): string {
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS - 1).toWellFormed()}…`;
}
