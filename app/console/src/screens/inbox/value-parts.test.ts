import { describe, expect, it } from 'vitest';
import { partsOf, splitText } from './value-parts.ts';

describe('splitText', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'to-do.txt'],
    ['a long text without blanks', 'x'.repeat(34_200)],
    ['many lines', 'line\n'.repeat(500)],
    ['blank lines', '\n'.repeat(1000)],
    ['words', 'lorem ipsum '.repeat(400)],
    ['characters outside of the first plane', '\u{1F600}'.repeat(999)],
    ['joined emoji', 'a\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}'.repeat(200)],
    ['a letter with marks only', `e${'\u0301'.repeat(2000)}`],
    ['a joiner without an end', `\u{1F468}${'\u{200D}\u{1F468}'.repeat(1000)}`],
    ['a lone surrogate', `${'x'.repeat(399)}\uDC00${'x'.repeat(399)}`],
  ])('loses nothing of %s', (_case, text) => {
    const parts = splitText(text);
    expect(parts.join('')).toBe(text);
    expect(parts.every((part) => part.length <= 401 && part.split('\n').length <= 9)).toBe(true);
  });

  it('keeps pairs of surrogates together', () => {
    const parts = splitText('\u{1F600}'.repeat(999));
    expect(parts.every((part) => part.isWellFormed())).toBe(true);
  });

  it('keeps a joined character together', () => {
    const family = '\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}';
    const parts = splitText(family.repeat(200));
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every((part) => part.length % family.length === 0)).toBe(true);
  });
});

it('gives each part of each argument its own id', () => {
  const ids = [...partsOf('a', 'x'.repeat(1000)), ...partsOf('b', 'x')].map((part) => part.id);
  expect(ids).toEqual(['["a",0]', '["a",1]', '["a",2]', '["b",0]']);
});
