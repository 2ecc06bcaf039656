import type { MarkdownBlock } from './markdown-parser.ts';

/** A block together with the heading that selected it. */
export interface SectionBlock {
  readonly heading: string;
  readonly block: Exclude<MarkdownBlock, { readonly kind: 'heading' }>;
}

/** The blocks below every heading that matches, sub-sections included. */
export function sectionBlocks(blocks: readonly MarkdownBlock[], pattern: RegExp): SectionBlock[] {
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
