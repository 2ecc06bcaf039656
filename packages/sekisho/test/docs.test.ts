import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AUDIT_EVENTS } from '../../engine/src/wire/execution-log.ts';
import { docPages, englishPageOf, headingsOf, readPage } from './programs/doc-pages.ts';

const root = join(import.meta.dirname, '../../..');
const only = z.string().array().optional();
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ optional: z.boolean().optional(), os: only, cpu: only, libc: only }),
  ),
});
const namedSchema = z.object({ name: z.string(), private: z.boolean().optional() });

describe('the documentation', async () => {
  const pages = await docPages();

  it('exists', () => {
    expect(pages).toContain('README.md');
    expect(pages).toContain('README.ja.md');
    expect(pages.filter((page) => page.startsWith('docs/decisions/')).length).toBeGreaterThan(10);
  });

  it.each(pages)('links only to files that exist: %s', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });

  it('names only existing sources in ARCHITECTURE.md', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const files = [...text.matchAll(/`([\w-]+\/[\w./-]+\.ts)`/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(30);
    const places = ['', 'packages/sekisho', 'packages/sekisho/src', 'packages/engine/src'];
    const exists = (file: string) => places.some((place) => existsSync(join(root, place, file)));
    expect(files.filter((file) => !exists(file))).toEqual([]);
  });

  it('states how many packages npm ci installs at most', () => {
    const [, most = ''] = /fewer than (\d+) packages/.exec(readPage('CONTRIBUTING.md')) ?? [];
    const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
    // Optional packages of other systems are not installed.
    const isFor = (list: readonly string[] | undefined, name: string) => !list || list.includes(name);
    const installed = Object.entries(packages).filter(
      ([place, { optional, os, cpu, libc }]) =>
        place.includes('node_modules/') &&
        (!optional || (isFor(os, 'linux') && isFor(cpu, 'x64') && isFor(libc, 'glibc'))),
    );
    expect(installed.length).toBeGreaterThan(500);
    expect(installed.length).toBeLessThan(Number(most));
  });

  it('numbers the decisions without gaps', async () => {
    const numbers = (await filesOf('docs/decisions/*.md')).map((file) => Number(/(\d{4})-/.exec(file)?.[1]));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
  });

  it.each(pages.filter((page) => page.startsWith('docs/decisions/')))(
    'states context, decision, consequences and how the decision is verified: %s',
    (page) => {
      const text = readFileSync(join(root, page), 'utf8');
      const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
      expect(sections.slice(0, 2)).toEqual(['Context', 'Decision']);
      expect(sections).toContain('Consequences');
      expect(sections.at(-1)).toBe('Verified by');
      expect(text.split('\n## Verified by\n')[1]).toMatch(/`[\w./-]+\.ts`/);
    },
  );

  it('describes each event of the audit log', () => {
    const text = readFileSync(join(root, 'docs/guides/audit.md'), 'utf8');
    expect(AUDIT_EVENTS.filter((event) => !text.includes(`\`${event}\``))).toEqual([]);
  });

  it('names in the threat model what stops each attack, or states that nothing does', () => {
    const text = readFileSync(join(root, 'docs/threat-model.md'), 'utf8');
    const tables = text.split(/^\| attack \| stopped by \| remaining risk \|\n.*\n/m).slice(1);
    const rows = tables.flatMap((table) => /^(?:\|.*\n)+/.exec(table)?.[0].trim().split('\n') ?? []);
    expect(rows.length).toBeGreaterThan(35);
    expect(rows.filter((row) => !/\]\(/.test(row.split(' | ')[1] ?? '') && !/ \| nothing/.test(row))).toEqual(
      [],
    );
  });

  it('has a changelog or a changeset for every published package', async () => {
    const waiting = (await filesOf('.changeset/*.md')).map((file) => readFileSync(join(root, file), 'utf8'));
    const published = (await filesOf('{packages/*,app/server}/package.json'))
      .map((file) => ({ file, ...namedSchema.parse(JSON.parse(readFileSync(join(root, file), 'utf8'))) }))
      .filter(({ private: isPrivate }) => isPrivate !== true);
    expect(published.length).toBeGreaterThan(4);
    const missing = published.filter(
      ({ name, file }) =>
        !existsSync(join(root, dirname(file), 'CHANGELOG.md')) &&
        !waiting.some((text) => text.includes(`'${name}': `)),
    );
    expect(missing).toEqual([]);
  });

  it.each(pages.filter((page) => englishPageOf(page) !== undefined))(
    'has the same structure in both languages: %s',
    (translation) => {
      const page = englishPageOf(translation) ?? '';
      expect(targetsOf(translation)).toEqual(targetsOf(page));
      expect(shapeOf(translation)).toEqual(shapeOf(page));
    },
  );
});

async function filesOf(pattern: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: root, exclude: ['**/node_modules/**'] })) files.push(file);
  return files.toSorted((one, other) => one.localeCompare(other));
}

/** Returns the link targets of a page. Pages of both languages have the name of the English page, and headings their number. */
const targetsOf = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => {
    if (target.includes(':')) return target;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    const name = (englishPageOf(file) ?? file).replace('-ja.png', '-en.png');
    return anchor === undefined ? name : `${name}#${headingsOf(readPage(file)).indexOf(anchor)}`;
  });

/** Counts headings, rows, list items and blocks of a page, and lists every name in its tables that is formatted as code. */
function shapeOf(page: string) {
  const text = readFileSync(join(root, page), 'utf8');
  const count = (pattern: RegExp) => [...text.matchAll(pattern)].length;
  const cells = [...text.matchAll(/^\|.*\|$/gm)].flatMap(([row]) => row.match(/`[^`]+`/g) ?? []);
  return {
    headings: count(/^#+ /gm),
    rows: count(/^\|/gm),
    points: count(/^- /gm),
    blocks: count(/^```/gm),
    // Placeholders are translated.
    names: cells.map((cell) => cell.replaceAll(/<[^>]+>/g, '<>')).toSorted(),
  };
}
