import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../engine/src/errors/error-catalog.ts';
import { docPages, headingsOf, readPage, ROOT, withoutBlocks } from './programs/doc-pages.ts';

const SOURCES = [
  'packages/*/{src,test,launcher}/**',
  'app/**',
  'scripts/**',
  'e2e/**',
  'examples/**',
  'bench/**',
];
/** Pages about files below other folders, which have their own tests, and pages about other repositories or earlier versions. */
const EXEMPT_PAGES = /^docs\/(?:design-map|reference)\.md$|^STYLE\.md$/;

/** Settings of Dify itself, which our sources do not read. */
const DIFY_VARIABLES = new Set(['PLUGIN_MAX_EXECUTION_TIMEOUT', 'PLUGIN_DAEMON_TIMEOUT']);

const OTHER = /node_modules|\/dist\/|\/data\/|screenshots|results/;

describe('the names in the documentation', async () => {
  // The glossary also lists names that no longer exist, and one page names functions of upstream; they have tests of their own.
  const others = ['docs/glossary.md', 'docs/upstream-interceptor.md'];
  const pages = (await docPages()).filter((page) => !others.includes(page));
  const words = await wordsOfSources();
  /** Every text that is formatted as code, with its page. */
  const named = pages.flatMap((page) =>
    [...withoutBlocks(readPage(page)).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, text = '']) => ({
      page,
      text,
    })),
  );
  const unknown = (pattern: RegExp, isKnown: (name: string, page: string) => boolean, atLeast: number) => {
    const found = named.flatMap(({ page, text }) =>
      [...text.matchAll(pattern)].map(([, name = '']) => ({ page, name })),
    );
    expect(found.length).toBeGreaterThan(atLeast);
    return found.filter(({ page, name }) => !isKnown(name, page));
  };

  it('are environment variables that a source reads', () => {
    const isKnown = (name: string, page: string) =>
      page === 'STYLE.md' || DIFY_VARIABLES.has(name) || words.has(name);
    expect(unknown(/^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=|$)/g, isKnown, 80)).toEqual([]);
  });

  it('are existing functions and methods', () => {
    expect(unknown(/^(?:\w+\.)*([a-z]\w+)\(/g, (name) => words.has(name), 60)).toEqual([]);
  });

  it('are existing options and fields', () => {
    // One page describes other projects, and one page shows how names are formed.
    const isKnown = (name: string, page: string) =>
      /^docs\/(?:ja\/)?comparison\.md$|^STYLE\.md$/.test(page) || words.has(name);
    expect(unknown(/^([a-z]+[A-Z]\w+)(?::|$)/g, isKnown, 100)).toEqual([]);
  });

  it('are existing files', () => {
    const isThere = (path: string, page: string) =>
      EXEMPT_PAGES.test(page) ||
      ['', 'packages/sekisho', 'packages/sekisho/src', 'packages/engine/src', dirname(page)].some((place) =>
        existsSync(join(ROOT, place, path)),
      );
    expect(unknown(/^([\w.-]+\/[\w./-]+\.(?:ts|mjs|md|py))$/g, isThere, 20)).toEqual([]);
  });

  it('are errors of the catalog', () => {
    const codes: readonly string[] = ERROR_CODES;
    expect(unknown(/^(AGENTS-E-[A-Z-]+)$/g, (name) => codes.includes(name), 20)).toEqual([]);
  });

  it.each(pages)('are existing headings, in links: %s', (page) => {
    const links = [...readPage(page).matchAll(/\]\((?!https?:|mailto:)([^)#]*)#([^)]+)\)/g)];
    const broken = links.filter(([, target = '', heading = '']) => {
      const file = target === '' ? page : join(dirname(page), target);
      return !existsSync(join(ROOT, file)) || !headingsOf(readPage(file)).includes(heading);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

/** Returns every word of the sources, to find renamed names on the pages. */
async function wordsOfSources(): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const file of glob(SOURCES, { cwd: ROOT })) {
    if (OTHER.test(file) || !/\.(?:ts|tsx|mjs|py|sql)$/.test(file) || file.endsWith('docs-names.test.ts'))
      continue;
    for (const [word] of readFileSync(join(ROOT, file), 'utf8').matchAll(/\w+/g)) found.add(word);
  }
  expect(found.size).toBeGreaterThan(5000);
  return found;
}
