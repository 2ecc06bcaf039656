import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderReference } from '../../../scripts/render-reference.ts';
import * as sekisho from '../src/index.ts';

const root = join(import.meta.dirname, '../../..');
const namedSchema = z.object({ name: z.string() });

describe('docs/reference.md', () => {
  const page = readFileSync(join(root, 'docs/reference.md'), 'utf8');

  it('matches the sources (run "npm run docs:reference")', () => {
    const expected = renderReference(root);
    // Only the differing lines are compared, so that the message stays readable.
    expect({ missing: linesOnlyIn(expected, page), stale: linesOnlyIn(page, expected) }).toEqual({
      missing: [],
      stale: [],
    });
    expect(page.length).toBe(expected.length);
  });

  it('has a section for each package', () => {
    const packages = readdirSync(join(root, 'packages')).filter((folder) =>
      existsSync(join(root, 'packages', folder, 'package.json')),
    );
    expect(packages.length).toBeGreaterThan(10);
    const names = packages.map((folder) =>
      namedSchema.parse(JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))),
    );
    expect(names.filter(({ name }) => !page.includes(`\n## ${name}: `))).toEqual([]);
  });

  it('contains everything that the SDK exports', () => {
    const names = Object.keys(sekisho);
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('has a sentence for each of our names', () => {
    const rows = [...page.matchAll(/^\|[^|]*\| `(\w+)` \| [\w, ]+ \| (.*) \|$/gm)];
    expect(rows.length).toBeGreaterThan(400);
    expect(
      rows.filter(([, , sentence = '']) => !/^[A-Z`].*[.:]$/.test(sentence)).map(([row]) => row),
    ).toEqual([]);
  });
});

function linesOnlyIn(one: string, other: string): string[] {
  const known = new Set(other.split('\n'));
  return one.split('\n').filter((line) => !known.has(line));
}
