import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';

/** The root folder of the repository. */
export const ROOT = join(import.meta.dirname, '../../../..');

const PAGES = [
  '*.md',
  'docs/**/*.md',
  'examples/*.md',
  'packages/*/README.md',
  'app/*/README.md',
  'e2e/*/README.md',
];

/** Pages that show excerpts of sources as examples, which are not programs. */
export const EXCERPTS: readonly string[] = ['STYLE.md'];

/** One block of code on a page. */
export interface DocBlock {
  readonly page: string;
  readonly line: number;
  /** The text after the fence: the language, and the path of a file that the page shows. */
  readonly label: string;
  readonly text: string;
}

/** Returns every documentation page of the repository, by path. */
export async function docPages(): Promise<readonly string[]> {
  const pages: string[] = [];
  for await (const page of glob(PAGES, { cwd: ROOT })) pages.push(page);
  return pages.toSorted();
}

/** Returns the English page of a Japanese page, and undefined for any other page. */
export function englishPageOf(page: string): string | undefined {
  if (page === 'README.ja.md') return 'README.md';
  return page.startsWith('docs/ja/') ? page.replace('docs/ja/', 'docs/') : undefined;
}

export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** Returns the blocks of a page in order, including those in lists. */
export function blocksOf(page: string): readonly DocBlock[] {
  const text = readPage(page);
  return [...text.matchAll(/^( *)```(.*)\n([^]*?)^\1```$/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length,
    label: match[2] ?? '',
    text: (match[3] ?? '').replaceAll(new RegExp(`^${match[1] ?? ''}`, 'gm'), ''),
  }));
}

/** Returns the programs of a page: a block that begins with an import starts a program, and blocks without one continue it. */
export function programsOf(page: string): readonly string[] {
  const found: string[] = [];
  for (const { label, text } of blocksOf(page)) {
    if (label !== 'ts') continue;
    if (text.startsWith('import ')) found.push(text);
    else found.push(`${found.pop() ?? ''}\n${text}`);
  }
  return found;
}

/** Returns the files that a page shows with their path after the language of the block; its programs read them. */
export function shownFilesOf(page: string): readonly { readonly path: string; readonly text: string }[] {
  return blocksOf(page).flatMap(({ label, text }) => {
    const path = /^\w+ (\w[\w./-]*)$/.exec(label)?.[1];
    return path === undefined ? [] : [{ path, text }];
  });
}

export const withoutBlocks = (text: string): string => text.replaceAll(/^( *)```[^]*?^\1```$/gm, '');

/** Returns the anchors that GitHub generates for the headings of a page. */
export const headingsOf = (text: string): readonly string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
