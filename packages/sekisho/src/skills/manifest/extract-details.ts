import type { ValueCheck } from '@sekisho/engine/integration';
import { skillExampleSchema } from '../types/skill-example.ts';
import type { SkillExample } from '../types/skill-example.ts';
import type { MarkdownBlock } from './markdown-parser.ts';

const EXAMPLE_HEADING = /\bexamples?\b|使用例|使い方の例|利用例|サンプル|^例|示例|例子/i;
const MAX_EXAMPLES = 20;
const MAX_EXAMPLE_CHARS = 2000;

/**
 * Returns the examples of a skill: those that its author declared, then those below example headings. Every input
 * matches the input schema.
 */
export function extractExamples(
  blocks: readonly MarkdownBlock[],
  declared: readonly unknown[],
  checkInput: ValueCheck,
): SkillExample[] {
  const examples: SkillExample[] = [];
  const add = (example: SkillExample): void => {
    if (examples.length < MAX_EXAMPLES && checkInput(example.input) === undefined) examples.push(example);
  };
  for (const value of declared.slice(0, MAX_EXAMPLES)) {
    const parsed = skillExampleSchema.safeParse(value);
    if (parsed.success) add(parsed.data);
  }
  for (const { heading, block } of sectionBlocks(blocks, EXAMPLE_HEADING)) {
    if (examples.length >= MAX_EXAMPLES) break;
    const text = block.text.trim();
    if (text === '' || (block.kind !== 'fence' && text.endsWith(':'))) continue;
    const title = heading.trim() || 'Example';
    const json = jsonObject(text);
    const isInput = json !== undefined && checkInput(json) === undefined;
    add({ title, input: isInput ? json : { task: text.slice(0, MAX_EXAMPLE_CHARS).toWellFormed() } });
  }
  return examples;
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{') || text.length > MAX_EXAMPLE_CHARS * 4) return undefined;
  try {
    const parsed = skillExampleSchema.shape.input.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const CONSTRAINT_HEADING =
  /constraint|limitation|restriction|guardrail|do not|don[’']t|never|must not|anti-?pattern|制約|制限|禁止|注意|约束|限制/i;
const MAX_CONSTRAINTS = 50;
const MAX_CONSTRAINT_CHARS = 500;

/** Returns the constraints of a skill: its declared compatibility and the lists below headings about limits. */
export function extractConstraints(
  blocks: readonly MarkdownBlock[],
  compatibility: string | undefined,
): string[] {
  const listed = sectionBlocks(blocks, CONSTRAINT_HEADING)
    .filter(({ block }) => block.kind !== 'fence')
    .map(({ block }) => block.text.replace(/\s+/g, ' ').trim());
  const all = [...(compatibility ? [compatibility] : []), ...listed].filter((text) => text !== '');
  return [...new Set(all)].slice(0, MAX_CONSTRAINTS).map((text) => clip(text));
}

function clip(text: string): string {
  return text.length <= MAX_CONSTRAINT_CHARS
    ? text
    : `${text.slice(0, MAX_CONSTRAINT_CHARS - 1).toWellFormed()}…`;
}

/** A block and the heading that selected it. */
interface SectionBlock {
  readonly heading: string;
  readonly block: Exclude<MarkdownBlock, { readonly kind: 'heading' }>;
}

/** Returns the blocks below every matching heading, including subsections. */
function sectionBlocks(blocks: readonly MarkdownBlock[], pattern: RegExp): SectionBlock[] {
  const found: SectionBlock[] = [];
  let heading = '';
  let level: number | undefined;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const isBelow = level !== undefined && block.level > level;
      if (pattern.test(block.text)) {
        heading = block.text;
        level = isBelow ? level : block.level;
      } else if (isBelow) {
        heading = block.text;
      } else {
        level = undefined;
      }
    } else if (level !== undefined) {
      found.push({ heading, block });
    }
  }
  return found;
}
