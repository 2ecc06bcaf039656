import { describe, expect, it } from 'vitest';
import { partsOf, splitText } from './value-parts.ts';

describe('splitText', () => {
  it.each([
    ['an empty text', ''],
    ['a word', 'to-do.txt'],
    ['a long text without spaces', 'x'.repeat(34_200)],
    ['many lines', 'line\n'.repeat(500)],
    ['blank lines', '\n'.repeat(1000)],
    ['words', 'lorem ipsum '.repeat(400)],
    ['characters outside of the basic plane', '\u{1F600}'.repeat(999)],
    ['joined emoji', 'a\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}'.repeat(200)],
    ['a letter with many marks', `e${'\u0301'.repeat(2000)}`],
    ['an endless joined character', `\u{1F468}${'\u{200D}\u{1F468}'.repeat(1000)}`],
    ['a lone surrogate', `${'x'.repeat(399)}\uDC00${'x'.repeat(399)}`],
  ])('loses no character of %s', (_case, text) => {
    const parts = splitText(text);
    expect(parts.join('')).toBe(text);
    expect(parts.every((part) => part.length <= 401 && part.split('\n').length <= 9)).toBe(true);
  });

  it('keeps surrogate pairs together', () => {
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

it('returns a unique id for each part of each argument', () => {
  const ids = [...partsOf('a', 'x'.repeat(1000)), ...partsOf('b', 'x')].map((part) => part.id);
  expect(ids).toEqual(['["a",0]', '["a",1]', '["a",2]', '["b",0]']);
});
