import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { llmsFull, llmsIndex, markdownOf } from './llms.ts';
import { renderMarkdown, type ResolveLink } from './markdown.ts';
import { readNavigation } from './navigation.ts';
import { homeOf, pageHtml } from './page-html.ts';
import { addressFrom, type Language, readSitePages, type SitePage, translationOf } from './site-pages.ts';

const ROOT = join(import.meta.dirname, '../..');
const LANGUAGES: readonly Language[] = ['en', 'ja'];

export interface SiteOptions {
  readonly folder: string;
  /** Where the sources can be read, for links to files that are not pages. Without it, such links are plain names. */
  readonly sourceUrl?: string | undefined;
}

/** Builds the site into a folder, which is emptied first. Returns the number of pages. */
export async function buildSite({ folder, sourceUrl }: SiteOptions): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const pages = await readSitePages(ROOT);
  const navigation = { en: readNavigation('en', pages), ja: readNavigation('ja', pages) };
  const index: Record<Language, unknown[]> = { en: [], ja: [] };
  for (const page of pages) {
    const rendered = renderMarkdown(
      withoutLanguageLink(page.text),
      linkResolver(page, pages, { folder, sourceUrl }),
    );
    const translation = translationOf(page, pages);
    const otherLanguage = page.language === 'en' ? 'ja' : 'en';
    const other = translation ?? pages.find(({ source }) => source === homeOf(otherLanguage)) ?? page;
    write(page.output, pageHtml(page, rendered, { navigation: navigation[page.language], other }));
    write(markdownOf(page), page.text);
    // A Japanese reader also finds the pages that exist in English only.
    const readers = page.language === 'en' && translation === undefined ? LANGUAGES : [page.language];
    for (const language of readers)
      for (const { heading, anchor, text } of rendered.sections)
        index[language].push([page.output, page.title, heading, anchor, text]);
  }
  for (const language of LANGUAGES)
    write(`assets/search-${language}.js`, `globalThis.searchIndex = ${JSON.stringify(index[language])};\n`);
  for (const asset of ['site.css', 'site.js'])
    write(`assets/${asset}`, readFileSync(join(import.meta.dirname, asset), 'utf8'));
  cpSync(join(ROOT, 'app/console/public/favicon.svg'), join(folder, 'assets/icon.svg'));
  const readme = pages.find(({ source }) => source === homeOf('en'));
  if (readme) write('llms.txt', llmsIndex(readme, navigation.en));
  write('llms-full.txt', llmsFull(navigation.en));
  return pages.length;
}

/** Removes the link to the other language at the beginning, which the header of the page contains. */
const withoutLanguageLink = (text: string) => text.replace(/^\[(?:日本語|English)\]\(.*\n/m, '');

function linkResolver(
  page: SitePage,
  pages: readonly SitePage[],
  { folder, sourceUrl }: SiteOptions,
): ResolveLink {
  return (target) => {
    if (/^[a-z]+:|^#/.test(target)) return target;
    const [path = '', anchor] = target.split('#');
    const file = join(dirname(page.source), path);
    const found = pages.find(({ source }) => source === file || source === join(file, 'README.md'));
    if (found) return addressFrom(page, found.output) + (anchor === undefined ? '' : `#${anchor}`);
    const isPicture = /\.(?:png|svg)$/.test(file);
    if (isPicture && existsSync(join(ROOT, file))) {
      const copy = file.replace(/^docs\//, '');
      mkdirSync(dirname(join(folder, copy)), { recursive: true });
      cpSync(join(ROOT, file), join(folder, copy));
      return addressFrom(page, copy);
    }
    if (sourceUrl === undefined) return undefined;
    const kind = statSync(join(ROOT, file)).isDirectory() ? 'tree' : 'blob';
    return `${sourceUrl.replace(/\/$/, '')}/${kind}/main/${file}`;
  };
}
