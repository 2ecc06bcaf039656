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
    let heading: number | undefined;
    for (const token of this.#markdownIt.parse(markdown, {})) {
      if (token.type === 'list_item_open') itemDepth += 1;
      else if (token.type === 'list_item_close') itemDepth -= 1;
      else if (token.type === 'heading_open') heading = Number(token.tag.slice(1));
      else if (token.type === 'heading_close') heading = undefined;
      else if (token.type === 'fence')
        blocks.push({ kind: 'fence', language: token.info.trim(), text: token.content });
      else if (token.type === 'inline' && heading !== undefined)
        blocks.push({ kind: 'heading', level: heading, text: token.content });
      else if (token.type === 'inline')
        blocks.push({ kind: itemDepth > 0 ? 'item' : 'paragraph', text: token.content });
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
