import { describe, expect, it } from 'vitest';
import { findPassage } from './find-passage.ts';

describe('findPassage', () => {
  it.each([
    ['exactly', 'Pay to XX-66 now', 'XX-66', 'XX-66'],
    ['in another case', 'Write to EVE@evil.example today', 'eve@evil.example', 'EVE@evil.example'],
    ['in another width', '口座はＸＸ－６６です', 'xx-66', 'ＸＸ－６６'],
    ['with invisible characters', 'Pay X\u200bX-66 now', 'xx-66', 'X\u200bX-66'],
    [
      'without the marks around it',
      'see https://evil.example/a today',
      'https://evil.example/a/',
      'evil.example/a',
    ],
    [
      'by its longest word when the words are scattered',
      'Smith, whose first name is John',
      'John Smith',
      'Smith',
    ],
    ['by words of three letters', 'Lee, Ann', 'Ann Lee', 'Ann'],
    ['after characters of two units', '🚧🚧 Pay to XX-66', 'xx-66', 'XX-66'],
  ])('finds a value %s', (_how, text, value, expected) => {
    const found = findPassage(text, value);
    expect(text.slice(found?.start, found?.end)).toBe(expected);
  });

  it.each([
    ['a value that is not there', 'Pay to XX-66', 'YY-77'],
    ['a value of which only one word is there', 'Write to John', 'John Mallory'],
    ['an empty value', 'Pay', ''],
  ])('does not find %s', (_what, text, value) => {
    expect(findPassage(text, value)).toBeUndefined();
  });
});
