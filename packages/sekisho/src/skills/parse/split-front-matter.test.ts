import { describe, expect, it } from 'vitest';
import { splitFrontMatter } from './split-front-matter.ts';

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
