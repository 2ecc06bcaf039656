import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderReference } from '../../../scripts/render-reference.ts';
import * as sekisho from '../src/index.ts';

const root = join(import.meta.dirname, '../../..');

describe('docs/reference.md', () => {
  const page = readFileSync(join(root, 'docs/reference.md'), 'utf8');

  it('says what the sources say (run "npm run docs:reference")', () => {
    expect(page).toBe(renderReference(root));
  });

  it('names everything that the SDK exports', () => {
    const names = Object.keys(sekisho);
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('has a sentence for what the SDK adds', () => {
    const rows = [...page.matchAll(/^\|[^|]*\| `(\w+)` \| [\w, ]+ \| (.*) \|$/gm)];
    expect(rows.length).toBeGreaterThan(400);
    const ours = rows.filter(([, name = '']) => Object.hasOwn(sekisho, name));
    expect(
      ours.filter(([, , sentence = '']) => !/^[A-Z`].*[.:]$/.test(sentence)).map(([row]) => row),
    ).toEqual([]);
  });
});
