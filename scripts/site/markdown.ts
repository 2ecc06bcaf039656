import MarkdownIt from 'markdown-it';
import { highlight } from './highlight.ts';

/** A heading with the anchor that GitHub generates for it. */
interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

/** A rendered page. */
export interface RenderedPage {
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

/** The text below one heading, for the search. */
interface Section {
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
}

/** Resolves a link or an image of a page. Undefined leaves the text without a link. */
export type ResolveLink = (target: string) => string | undefined;

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。「」（）ー]/u;

/** Renders the Markdown of our own pages, which may contain HTML. */
export function renderMarkdown(text: string, resolve: ResolveLink): RenderedPage {
  const markdown = new MarkdownIt({ html: true, highlight });
  const tokens = markdown.parse(text.replaceAll(/<!--.*?-->/gs, ''), {});
  const headings: Heading[] = [];
  const sections: Section[] = [];
  const used = new Map<string, number>();
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[index + 1]);
      const anchor = anchorOf(heading, used);
      token.attrSet('id', anchor);
      headings.push({ level: Number(token.tag.slice(1)), text: heading, anchor });
      sections.push({ heading, anchor, text: '' });
    }
    for (const child of token.children ?? []) linkTo(child, resolve);
    joinLines(token.children ?? []);
    const section = sections.at(-1);
    if (section && (token.type === 'inline' || token.type === 'fence') && textOf(token) !== section.heading)
      sections[sections.length - 1] = { ...section, text: `${section.text} ${textOf(token)}`.trim() };
  });
  markdown.renderer.rules['table_open'] = () => '<div class="table"><table>';
  markdown.renderer.rules['table_close'] = () => '</table></div>';
  return { html: markdown.renderer.render(tokens, markdown.options, {}), headings, sections };
}

type Token = ReturnType<MarkdownIt['parse']>[number];

/** Replaces the address of a link or an image. A link without an address becomes the name of a file. */
function linkTo(token: Token, resolve: ResolveLink): void {
  const attribute = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined;
  if (attribute === undefined) return;
  const target = decodeURI(token.attrGet(attribute) ?? '');
  const address = resolve(target);
  if (address !== undefined) return token.attrSet(attribute, address);
  token.attrs = [
    ['class', 'file'],
    ['title', target.replace(/^(?:\.\.?\/)+/, '')],
  ];
}

/** Removes line breaks between Japanese characters, where a browser would display a space. */
function joinLines(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    if (token.type !== 'softbreak') return;
    const before = tokens
      .slice(0, index)
      .findLast(({ content }) => content !== '')
      ?.content.at(-1);
    const after = tokens.slice(index).find(({ content }) => content !== '')?.content[0];
    if (before === undefined || after === undefined || !CJK.test(before) || !CJK.test(after)) return;
    token.type = 'text';
    token.content = '';
  });
}

const textOf = (token: Token | undefined): string =>
  token?.type === 'inline'
    ? (token.children ?? [])
        .map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'html_inline' ? '' : content))
        .join('')
    : (token?.content ?? '');

/** Returns the anchor that GitHub generates; the second equal heading of a page gets a number. */
function anchorOf(heading: string, used: Map<string, number>): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  const count = used.get(anchor) ?? 0;
  used.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}
