import { skillExampleSchema } from '../contracts/skill-example.ts';
import type { SkillExample } from '../contracts/skill-example.ts';
import type { MarkdownBlock } from './markdown-parser.ts';
import type { ValueCheck } from '../contracts/value-check.ts';
import { sectionBlocks } from './section-blocks.ts';

const HEADING = /\bexamples?\b|使用例|使い方の例|利用例|サンプル|^例|示例|例子/i;
const MAX_EXAMPLES = 20;
const MAX_CHARS = 2000;

/** The examples of a skill: those its author declared, then those below example headings. Every input fits. */
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
  for (const { heading, block } of sectionBlocks(blocks, HEADING)) {
    if (examples.length >= MAX_EXAMPLES) break;
    const text = block.text.trim();
    if (text === '' || (block.kind !== 'fence' && text.endsWith(':'))) continue;
    const title = heading.trim() || 'Example';
    const json = jsonObject(text);
    const isInput = json !== undefined && checkInput(json) === undefined;
    add({ title, input: isInput ? json : { task: text.slice(0, MAX_CHARS).toWellFormed() } });
  }
  return examples;
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{') || text.length > MAX_CHARS * 4) return undefined;
  try {
    const parsed = skillExampleSchema.shape.input.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
