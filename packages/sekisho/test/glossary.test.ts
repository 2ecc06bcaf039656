import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './programs/doc-pages.ts';

const GLOSSARY = 'docs/glossary.md';
/** Texts of users and attackers, which the gate has to understand in whatever words they use, and pages about the past. */
const EXEMPT =
  /^docs\/glossary\.md$|^STYLE\.md$|CHANGELOG|^\.changeset\/|fixtures\/|\/gate\/widens-access\.ts$|\/gate\/(?:intent|manifest|provenance)\/.*lexicon|package-lock\.json$|LICENSE$/;

describe('the glossary', () => {
  const rows = tableRows(readFileSync(join(ROOT, GLOSSARY), 'utf8'));
  const words = rows.flatMap(([title, cells]) =>
    title === 'Names' ? [] : [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  );
  const names = rows.flatMap(([title, [old = '', next]]) =>
    title === 'Names' && next !== undefined ? [old.replaceAll('`', '')] : [],
  );
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.md', '*.yml'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => file !== '' && !EXEMPT.test(file));

  it('lists words and names', () => {
    expect(words.length).toBeGreaterThan(50);
    expect(names.length).toBeGreaterThan(50);
  });

  it('forbids words that no file uses', () => {
    expect(usesOf(new RegExp(`(?<![\\w-])(?:${words.join('|')})(?![\\w-])`, 'gi'))).toEqual([]);
  });

  it('lists old names that no file uses', () => {
    expect(usesOf(new RegExp(`(?<![\\w$])(?:${names.join('|')})(?![\\w$])`, 'g'))).toEqual([]);
  });

  it('explains each term once', () => {
    const terms = rows.flatMap(([title, [term = '']]) => (/General|Names/.test(title) ? [] : [term]));
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  });

  function usesOf(pattern: RegExp): string[] {
    return files.flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(pattern)].map(
            ([word]) => `${file}:${index + 1} ${word}: ${line.trim().slice(0, 120)}`,
          ),
        ),
    );
  }
});

/** The cells of each table row below its heading, without the header rows. */
function tableRows(page: string): [title: string, cells: string[]][] {
  let title = '';
  const rows: [string, string[]][] = [];
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) title = line.slice(3);
    if (!line.startsWith('| ') || /^\| (?:Term|Write|Old) \|/.test(line)) continue;
    rows.push([
      title,
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    ]);
  }
  return rows;
}
