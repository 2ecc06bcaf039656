import type { MarkdownParser } from './markdown-parser.ts';

/** The first paragraph of a Markdown text that is neither empty nor a heading nor in a list. */
export function firstParagraph(markdown: string, parser: MarkdownParser): string | undefined {
  return parser.parse(markdown).find(({ kind, text }) => kind === 'paragraph' && text.trim() !== '')?.text;
}
