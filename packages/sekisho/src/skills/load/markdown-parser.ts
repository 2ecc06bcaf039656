import type MarkdownIt from 'markdown-it';
import { createRequire } from 'node:module';

/** One block of a Markdown text, in document order. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'fence'; readonly language: string; readonly text: string }
  | { readonly kind: 'paragraph' | 'item'; readonly text: string };

/** Splits a Markdown text into its blocks. */
export interface MarkdownParser {
  parse(markdown: string): MarkdownBlock[];
}

/**
 * Parses blocks with markdown-it. The library is loaded when the first text is parsed, because most skills are never
 * parsed.
 */
export class MarkdownItParser implements MarkdownParser {
  #markdownIt: MarkdownIt | undefined;

  parse(markdown: string): MarkdownBlock[] {
    this.#markdownIt ??= createBlockParser();
    const blocks: MarkdownBlock[] = [];
    let itemDepth = 0;
    let level = 0;
    for (const { type, tag, info, content: text } of this.#markdownIt.parse(markdown, {})) {
      if (type === 'list_item_open') itemDepth += 1;
      else if (type === 'list_item_close') itemDepth -= 1;
      else if (type === 'heading_open') level = Number(tag.slice(1));
      else if (type === 'heading_close') level = 0;
      else if (type === 'fence') blocks.push({ kind: 'fence', language: info.trim(), text });
      else if (type === 'inline' && level > 0) blocks.push({ kind: 'heading', level, text });
      else if (type === 'inline') blocks.push({ kind: itemDepth > 0 ? 'item' : 'paragraph', text });
    }
    return blocks;
  }
}

type Constructor = typeof MarkdownIt;

function createBlockParser(): MarkdownIt {
  const loaded: Constructor & { readonly default?: Constructor } = createRequire(import.meta.url)(
    'markdown-it',
  );
  // Under the `import` condition, `require` returns the ES module, whose default export is the constructor.
  const Parser = loaded.default ?? loaded;
  // Only blocks are needed. Parsing emphasis, links and references would be most of the work.
  return new Parser('commonmark').disable(['inline', 'reference']);
}

/** Returns the first paragraph of a Markdown text that is not empty, a heading or part of a list. */
export function firstParagraph(markdown: string, parser: MarkdownParser): string | undefined {
  return parser.parse(markdown).find(({ kind, text }) => kind === 'paragraph' && text.trim() !== '')?.text;
}
