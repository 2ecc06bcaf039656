import { escapeHtml } from './highlight.ts';
import type { RenderedPage } from './markdown.ts';
import type { NavigationGroup } from './navigation.ts';
import { addressFrom, type Language, type SitePage } from './site-pages.ts';

const WORDS = {
  en: {
    search: 'Search',
    contents: 'On this page',
    menu: 'Menu',
    theme: 'Light or dark',
    skip: 'To the content',
    untranslated: '',
    other: '日本語',
    none: 'No page contains these words.',
  },
  ja: {
    search: '検索',
    contents: 'このページの内容',
    menu: 'メニュー',
    theme: '配色の切り替え',
    skip: '本文へ',
    untranslated: '（英語）',
    other: 'English',
    none: '該当するページはありません。',
  },
} as const;

/** What surrounds the content of a page. */
export interface PageFrame {
  readonly navigation: readonly NavigationGroup[];
  /** The same page in the other language, or the first page of that language. */
  readonly other: SitePage;
}

/** Returns the complete HTML of a page. */
export function pageHtml(page: SitePage, rendered: RenderedPage, { navigation, other }: PageFrame): string {
  const words = WORDS[page.language];
  const address = (file: string) => escapeHtml(addressFrom(page, file));
  const title = page.output.endsWith('index.html') ? page.title : `${page.title} · Sekisho`;
  const contents = rendered.headings.filter(({ level }) => level === 2 || level === 3);
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(descriptionOf(rendered))}">
<link rel="icon" href="${address('assets/icon.svg')}">
<link rel="alternate" hreflang="${other.language}" href="${address(other.output)}">
<link rel="stylesheet" href="${address('assets/site.css')}">
<script src="${address('assets/site.js')}" defer data-root="${address('.')}" data-language="${page.language}" data-none="${words.none}"></script>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header>
<button class="menu" type="button" aria-expanded="false" aria-controls="navigation" aria-label="${words.menu}">☰</button>
<a class="name" href="${address(page.language === 'ja' ? 'ja/index.html' : 'index.html')}"><img src="${address('assets/icon.svg')}" alt="" width="24" height="24">Sekisho</a>
<div class="search" role="search"><input type="search" placeholder="${words.search}" aria-label="${words.search}" autocomplete="off"><div class="results" hidden></div></div>
<a class="language" href="${address(other.output)}" lang="${other.language}">${words.other}</a>
<button class="theme" type="button" aria-label="${words.theme}">◐</button>
</header>
<div class="columns">
<nav id="navigation">${navigation.map((group) => groupHtml(group, page, words.untranslated)).join('')}</nav>
<main id="content">${rendered.html}</main>
<aside>${
    contents.length < 2
      ? ''
      : `<p>${words.contents}</p><ul>${contents
          .map(
            ({ level, text, anchor }) =>
              `<li class="level${level}"><a href="#${anchor}">${escapeHtml(text)}</a></li>`,
          )
          .join('')}</ul>`
  }</aside>
</div>
</body>
</html>
`;
}

function groupHtml({ title, links }: NavigationGroup, page: SitePage, untranslated: string): string {
  const items = links.map(({ text, page: target }) => {
    const current = target.source === page.source ? ' aria-current="page"' : '';
    const note = target.language === page.language ? '' : untranslated;
    return `<li><a href="${escapeHtml(addressFrom(page, target.output))}"${current}>${escapeHtml(text)}${note}</a></li>`;
  });
  return `<p>${escapeHtml(title)}</p><ul>${items.join('')}</ul>`;
}

const descriptionOf = ({ sections }: RenderedPage): string =>
  sections.find(({ text }) => text.length > 40)?.text.slice(0, 155) ?? '';

/** The first page of a language. */
export const homeOf = (language: Language): string => (language === 'ja' ? 'README.ja.md' : 'README.md');
