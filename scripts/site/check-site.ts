import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Returns each link of a built site that leads to no file or to no anchor, with its page. */
export async function deadLinks(folder: string): Promise<readonly string[]> {
  const texts = new Map<string, string>();
  for await (const file of glob(['**/*.html', 'llms.txt'], { cwd: folder }))
    texts.set(file, readFileSync(join(folder, file), 'utf8'));
  return [...texts].flatMap(([file, text]) =>
    linksOf(file, text)
      .filter((link) => !leadsSomewhere(link))
      .map((link) => `${file}: ${link}`),
  );

  function leadsSomewhere(link: string): boolean {
    const [target = '', anchor] = link.split('#').map((part) => decodeURIComponent(part));
    const path = target === '' ? '' : join(target);
    if (!existsSync(join(folder, path))) return false;
    return anchor === undefined || (texts.get(path) ?? '').includes(`id="${anchor}"`);
  }
}

/** Returns the links of a file as paths from the root of the site. */
function linksOf(file: string, text: string): readonly string[] {
  const pattern = file.endsWith('.txt') ? /\]\(([^)]+)\)/g : /(?:href|src)="([^"]*)"/g;
  return [...text.matchAll(pattern)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => (link.startsWith('#') ? `${file}${link}` : join(dirname(file), link)));
}
