import type { NavigationGroup } from './navigation.ts';
import type { SitePage } from './site-pages.ts';

/** Returns `llms.txt`: what the project is, and the Markdown of each page of the navigation. */
export function llmsIndex(readme: SitePage, navigation: readonly NavigationGroup[]): string {
  const summary = /^\*\*(.+?)\*\*/ms.exec(readme.text)?.[1]?.replaceAll('\n', ' ') ?? '';
  const groups = navigation.map(
    ({ title, links }) =>
      `## ${title}\n\n${links.map(({ page }) => `- [${page.title}](${markdownOf(page)})`).join('\n')}`,
  );
  return `# ${readme.title}\n\n> ${summary}\n\nThe complete text of these pages: [llms-full.txt](llms-full.txt)\n\n${groups.join('\n\n')}\n`;
}

/** Returns `llms-full.txt`: the text of each page of the navigation. */
export function llmsFull(navigation: readonly NavigationGroup[]): string {
  const pages = new Set(navigation.flatMap(({ links }) => links.map(({ page }) => page)));
  return [...pages].map(({ source, text }) => `<!-- ${source} -->\n\n${text}`).join('\n\n');
}

/** The path of the Markdown of a page in the site. */
export const markdownOf = ({ output }: SitePage): string => output.replace(/\.html$/, '.md');
