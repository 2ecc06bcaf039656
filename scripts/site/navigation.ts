import { join } from 'node:path';
import type { Language, SitePage } from './site-pages.ts';

/** A group of links in the navigation of the site. */
export interface NavigationGroup {
  readonly title: string;
  readonly links: readonly NavigationLink[];
}

interface NavigationLink {
  readonly text: string;
  readonly page: SitePage;
}

/**
 * Reads the navigation of a language from its README: the first line with links, the table of integrations and the table of guides.
 * A page that the README does not list is reachable by links and the search only.
 */
export function readNavigation(language: Language, pages: readonly SitePage[]): readonly NavigationGroup[] {
  const source = language === 'ja' ? 'README.ja.md' : 'README.md';
  const readme = pages.find((page) => page.source === source);
  if (!readme) throw new Error(`${source} is missing.`);
  const linksOf = (text: string): NavigationLink[] =>
    [...text.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)].flatMap(([, name = '', target = '']) => {
      const page = pages.find((each) => each.source === join(target));
      return page === undefined || page.source.startsWith('README') ? [] : [{ text: name, page }];
    });
  const [, start = ''] = readme.text.split('\n').filter(Boolean);
  const rowsOf = (section: string) =>
    [...section.matchAll(/^\|(.*[^-|\n].*)\|$/gm)].map(([, row = '']) =>
      row.split(' | ').map((cell) => cell.trim()),
    );
  const sections = readme.text.split(/^## /m);
  const withTable = sections.filter((section) => rowsOf(section).length > 1);
  const [integrations = ''] = withTable;
  return [
    {
      title: 'Sekisho',
      links: [{ text: language === 'ja' ? 'はじめに' : 'Introduction', page: readme }, ...linksOf(start)],
    },
    {
      title: integrations.split('\n', 1)[0] ?? '',
      links: rowsOf(integrations).flatMap((cells) => linksOf(cells.at(-1) ?? '')),
    },
    ...rowsOf(withTable.at(-1) ?? '').map(([title = '', links = '']) => ({ title, links: linksOf(links) })),
  ].filter(({ links }) => links.length > 0);
}
