import { removeHidden, type ValueCheck } from '@sekisho/engine/integration';
import type { SkillServices } from '../skill-services.ts';
import { skillExampleSchema } from '../skill-types.ts';
import type {
  SkillDescriptor,
  SkillDetailLevel,
  SkillExample,
  SkillManifest,
  SkillSummary,
} from '../skill-types.ts';
import type { MarkdownBlock } from './markdown-parser.ts';
import type { SkillHeader } from './skill-header.ts';

/** The input of `buildManifest()`. */
export interface ManifestSource {
  readonly descriptor: SkillDescriptor;
  readonly name: string;
  readonly description: string;
  readonly header: Pick<SkillHeader, 'tags' | 'compatibility' | 'examples'>;
  readonly body: string;
}

/** Creates a manifest. The body is parsed when examples or constraints are first read. */
export function buildManifest(
  { descriptor, name, description, header, body }: ManifestSource,
  services: Pick<SkillServices, 'markdownParser' | 'schemaValidator'>,
): SkillManifest {
  const parseBody = () => {
    const blocks = services.markdownParser.parse(body);
    const checkInput = services.schemaValidator.compile(descriptor.input_schema);
    return {
      examples: extractExamples(blocks, header.examples, checkInput),
      constraints: extractConstraints(blocks, header.compatibility),
    };
  };
  let details: ReturnType<typeof parseBody> | undefined;
  return {
    skill_id: descriptor.skill_id,
    name,
    overview: removeHidden(description).replace(/\s+/g, ' ').trim(),
    tags: [...header.tags],
    get usage_examples() {
      details ??= parseBody();
      return details.examples;
    },
    get constraints() {
      details ??= parseBody();
      return details.constraints;
    },
    input_schema: descriptor.input_schema,
    ...(descriptor.output_schema ? { output_schema: descriptor.output_schema } : {}),
  };
}

const EXAMPLE_HEADING = /\bexamples?\b|使用例|使い方の例|利用例|サンプル|^例|示例|例子/i;
const MAX_EXAMPLES = 20;
const MAX_EXAMPLE_CHARS = 2000;

/**
 * Returns the examples of a skill: those that its author declared, then those below example headings. Every input
 * matches the input schema.
 */
function extractExamples(
  blocks: readonly MarkdownBlock[],
  declared: readonly unknown[],
  checkInput: ValueCheck,
): SkillExample[] {
  const examples = declared
    .slice(0, MAX_EXAMPLES)
    .flatMap((value) => skillExampleSchema.safeParse(value).data ?? [])
    .filter(({ input }) => checkInput(input) === undefined);
  for (const { heading, block } of sectionBlocks(blocks, EXAMPLE_HEADING)) {
    if (examples.length >= MAX_EXAMPLES) break;
    const text = block.text.trim();
    if (text === '' || (block.kind !== 'fence' && text.endsWith(':'))) continue;
    const title = heading.trim() || 'Example';
    const inputs = [jsonObject(text), { task: text.slice(0, MAX_EXAMPLE_CHARS).toWellFormed() }];
    const input = inputs.find((each) => each !== undefined && checkInput(each) === undefined);
    if (input) examples.push({ title, input });
  }
  return examples;
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{') || text.length > MAX_EXAMPLE_CHARS * 4) return undefined;
  try {
    return skillExampleSchema.shape.input.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const CONSTRAINT_HEADING =
  /constraint|limitation|restriction|guardrail|do not|don[’']t|never|must not|anti-?pattern|制約|制限|禁止|注意|约束|限制/i;
const MAX_CONSTRAINTS = 50;
const MAX_CONSTRAINT_CHARS = 500;

/** Returns the constraints of a skill: its declared compatibility and the lists below headings about limits. */
function extractConstraints(blocks: readonly MarkdownBlock[], compatibility: string | undefined): string[] {
  const listed = sectionBlocks(blocks, CONSTRAINT_HEADING)
    .filter(({ block }) => block.kind !== 'fence')
    .map(({ block }) => block.text.replace(/\s+/g, ' ').trim());
  const all = [compatibility ?? '', ...listed].filter((text) => text !== '');
  return [...new Set(all)]
    .slice(0, MAX_CONSTRAINTS)
    .map((text) =>
      text.length <= MAX_CONSTRAINT_CHARS
        ? text
        : `${text.slice(0, MAX_CONSTRAINT_CHARS - 1).toWellFormed()}…`,
    );
}

interface SectionBlock {
  readonly heading: string;
  readonly block: Exclude<MarkdownBlock, { readonly kind: 'heading' }>;
}

function sectionBlocks(blocks: readonly MarkdownBlock[], pattern: RegExp): SectionBlock[] {
  const found: SectionBlock[] = [];
  let heading = '';
  let level: number | undefined;
  for (const block of blocks) {
    if (block.kind !== 'heading') {
      if (level !== undefined) found.push({ heading, block });
      continue;
    }
    const isBelow = level !== undefined && block.level > level;
    heading = block.text;
    if (!isBelow) level = pattern.test(block.text) ? block.level : undefined;
  }
  return found;
}

const SUMMARY_EXAMPLES = 1;
const SUMMARY_CONSTRAINTS = 5;

/** Returns a plain copy of a manifest. A summary contains the first example and the first few constraints. */
export function selectDetail(manifest: SkillManifest, level: SkillDetailLevel): SkillManifest {
  const { usage_examples, constraints } = manifest;
  if (level === 'full') return { ...manifest };
  return {
    ...manifest,
    usage_examples: usage_examples.slice(0, SUMMARY_EXAMPLES),
    constraints: constraints.slice(0, SUMMARY_CONSTRAINTS),
  };
}

/** Returns the entry of a manifest in the list of skills. */
export function summarizeManifest({ skill_id, name, overview, tags }: SkillManifest): SkillSummary {
  return { skill_id, name, overview, tags };
}
