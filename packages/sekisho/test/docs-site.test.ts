import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../../../scripts/site/build-site.ts';
import { deadLinks } from '../../../scripts/site/check-site.ts';
import { docPages, englishPageOf, readPage } from './programs/doc-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-site-'));
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

beforeAll(() => buildSite({ folder }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the documentation site', () => {
  it('has no dead links', async () => {
    expect(await deadLinks(folder)).toEqual([]);
  });

  it('reports a link to a missing page and to a missing heading', async () => {
    const page = join(folder, 'broken.html');
    writeFileSync(
      page,
      '<a href="nowhere.html"></a><a href="index.html#nowhere"></a><a href="index.html#try-it"></a>',
    );
    const dead = await deadLinks(folder);
    rmSync(page);
    expect(dead).toEqual(['broken.html: nowhere.html', 'broken.html: index.html#nowhere']);
  });

  it('links each page to its translation', () => {
    expect(read('guides/mail.html')).toContain('href="../ja/guides/mail.html" lang="ja"');
    expect(read('ja/guides/mail.html')).toContain('href="../../guides/mail.html" lang="en"');
  });

  it('finds Japanese text and the pages without a translation from Japanese pages', () => {
    const index = read('assets/search-ja.js');
    expect(index).toContain('宛先');
    expect(index).toContain('"decisions/');
    expect(read('assets/search-en.js')).not.toContain('"ja/guides/');
  });

  it('lists the pages for language models', () => {
    expect(read('llms.txt')).toMatch(/^# Sekisho\n\n> .+\n[^]*\(guides\/mail\.md\)/);
    expect(read('llms-full.txt')).toContain('# Approvals');
  });

  it('lists every guide in the navigation, which is read from the README', async () => {
    const guides = (await docPages()).filter((page) => page.startsWith('docs/guides/'));
    const readme = readPage('README.md');
    expect(guides.filter((page) => !readme.includes(`](${page})`))).toEqual([]);
    const translated = (await docPages()).flatMap((page) => englishPageOf(page) ?? []);
    const missing = guides.filter(
      (page) =>
        translated.includes(page) &&
        !readPage('README.ja.md').includes(`](${page.replace('docs/', 'docs/ja/')})`),
    );
    expect(missing).toEqual([]);
    const shown = read('index.html').split('</nav>', 1)[0] ?? '';
    expect(guides.filter((page) => !shown.includes(`href="${page.slice(5, -3)}.html"`))).toEqual([]);
  });
});
