import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

describe('the documentation', async () => {
  const pages = [...(await filesOf('*.md')), ...(await filesOf('docs/**/*.md'))];

  it('is there', () => {
    expect(pages).toContain('README.md');
    expect(pages).toContain('README.ja.md');
    expect(pages.filter((page) => page.startsWith('docs/decisions/')).length).toBeGreaterThan(10);
  });

  it.each(pages)('links only to files that exist: %s', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });

  it('names only sources that exist in ARCHITECTURE.md', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const files = [...text.matchAll(/`([\w-]+\/[\w./-]+\.ts)`/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(30);
    const places = ['', 'packages/sekisho', 'packages/sekisho/src'];
    const exists = (file: string) => places.some((place) => existsSync(join(root, place, file)));
    expect(files.filter((file) => !exists(file))).toEqual([]);
  });

  it('numbers the decisions without gaps', async () => {
    const numbers = (await filesOf('docs/decisions/*.md')).map((file) => Number(/(\d{4})-/.exec(file)?.[1]));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
  });

  it('is linked in both languages with the same targets', () => {
    expect(
      targetsOf('README.ja.md').map((target) => (target === 'README.md' ? 'README.ja.md' : target)),
    ).toEqual(targetsOf('README.md'));
  });
});

async function filesOf(pattern: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: root, exclude: ['**/node_modules/**'] })) files.push(file);
  return files.toSorted((one, other) => one.localeCompare(other));
}

const targetsOf = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
