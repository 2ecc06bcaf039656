import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { docPages, englishPageOf } from '../../packages/sekisho/test/programs/doc-pages.ts';

export type Language = 'en' | 'ja';

/** A page of the site. */
export interface SitePage {
  /** The path of the Markdown file in the repository. */
  readonly source: string;
  /** The path of the HTML file in the site. */
  readonly output: string;
  readonly language: Language;
  readonly title: string;
  readonly text: string;
}

/** The list of decision records, which GitHub shows as a folder. */
const DECISIONS = 'docs/decisions';

/** Returns every page of the site: the documentation pages of the repository and the list of decision records. */
export async function readSitePages(root: string): Promise<readonly SitePage[]> {
  const sources = (await docPages()).filter((page) => !/^(?:app|e2e)\//.test(page));
  const pages = sources.map((source) => toPage(source, readFileSync(join(root, source), 'utf8')));
  return [...pages, toPage(DECISIONS, listOfDecisions(pages))];
}

/** Returns the page of the same content in the other language. */
export function translationOf(page: SitePage, pages: readonly SitePage[]): SitePage | undefined {
  return page.language === 'ja'
    ? pages.find(({ source }) => source === englishPageOf(page.source))
    : pages.find(({ source }) => englishPageOf(source) === page.source);
}

/** Returns the address of a file of the site as seen from a page. */
export const addressFrom = (page: SitePage, file: string): string =>
  relative(dirname(page.output), file) || file;

function toPage(source: string, text: string): SitePage {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? source;
  return {
    source,
    output: outputOf(source),
    language: englishPageOf(source) === undefined ? 'en' : 'ja',
    title: title.replaceAll('`', ''),
    text,
  };
}

function outputOf(source: string): string {
  if (source === 'README.md') return 'index.html';
  if (source === 'README.ja.md') return 'ja/index.html';
  if (source === DECISIONS) return 'decisions/index.html';
  return source
    .replace(/^docs\//, '')
    .replace(/\/README\.md$/, '.md')
    .replace(/\.md$/, '.html')
    .toLowerCase();
}

function listOfDecisions(pages: readonly SitePage[]): string {
  const records = pages.filter(({ source }) => source.startsWith(`${DECISIONS}/`));
  return [
    '# Decision records',
    'Each record states one decision, its reasons and its consequences.',
    records.map(({ title, source }) => `- [${title}](decisions/${source.split('/').at(-1)})`).join('\n'),
  ].join('\n\n');
}
