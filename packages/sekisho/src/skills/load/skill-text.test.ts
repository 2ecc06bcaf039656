import { describe, expect, it } from 'vitest';
import { parseSkillText, splitFrontMatter } from './skill-text.ts';

describe('splitFrontMatter', () => {
  it('splits at the two bare fences', () => {
    expect(splitFrontMatter('---\na: 1\n---\nbody\n---\nmore')).toEqual({
      kind: 'found',
      yaml: 'a: 1\n',
      body: 'body\n---\nmore',
      isLate: false,
    });
  });

  it('accepts fences with trailing spaces, and a file that ends with the fence', () => {
    expect(splitFrontMatter('--- \na: 1\n---\t')).toMatchObject({ kind: 'found', yaml: 'a: 1\n', body: '' });
  });

  it('marks front matter below blank lines', () => {
    expect(splitFrontMatter('\n \n---\na: 1\n---\n')).toMatchObject({ kind: 'found', isLate: true });
  });

  it.each([
    ['a fence with a language', '---js\n{}\n---\n'],
    ['a longer rule', '----\na: 1\n---\n'],
    ['prose', '# Title\n---\n'],
    ['nothing', ''],
    ['blank lines', '\n\n'],
  ])('finds no front matter in %s', (_case, text) => {
    expect(splitFrontMatter(text)).toEqual({ kind: 'missing' });
  });

  it.each(['---', '---\n', '---\na: 1\n ---\n--- a\n'])('reports a missing second fence: %j', (text) => {
    expect(splitFrontMatter(text)).toEqual({ kind: 'unclosed' });
  });
});

const fileWith = (metadata: string) =>
  `---\nname: tea\ndescription: Makes tea.\n${metadata}---\n\n# Tea\n\nBoil the water.\n`;
const problemOf = (metadata: string) => {
  const parsed = parseSkillText(fileWith(metadata), 10_000);
  return 'problem' in parsed ? parsed.problem : 'none';
};

describe('the syntax version of a SKILL.md', () => {
  it.each([
    ['is missing', ''],
    ['is 1', 'metadata:\n  sekisho/syntax-version: 1\n'],
    ['is the text "1"', 'metadata:\n  syntax-version: "1"\n'],
  ])('allows a file when it %s', (_case, metadata) => {
    expect(problemOf(metadata)).toBe('none');
  });

  it.each([
    ['is newer', 'metadata:\n  sekisho/syntax-version: 2\n', 'Update sekisho'],
    ['is not a number', 'metadata:\n  sekisho/syntax-version: latest\n', 'whole number'],
    ['is below 1', 'metadata:\n  sekisho/syntax-version: 0\n', 'whole number'],
  ])('disables a file when it %s', (_case, metadata, expected) => {
    expect(problemOf(metadata)).toContain(expected);
  });
});
