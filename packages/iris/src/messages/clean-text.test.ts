import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';

describe('cleanText', () => {
  it.each([
    ['plain text', 'Two lines\n\tand a tab', 'Two lines\n\tand a tab'],
    ['Windows line ends', 'a\r\nb', 'a\nb'],
    ['colours', '\u001B[31mred\u001B[0m', 'red'],
    ['terminal colors', '\u001B]0;evil\u0007ok', 'ok'],
    ['a bell and a null', 'a\u0007b\u0000c', 'abc'],
    ['a right-to-left override', 'a\u202Eb', 'ab'],
    ['invisible characters', 'a\u200B\u{E0041}b', 'ab'],
    ['an emoji with joiners', '👨‍👩‍👧', '👨‍👩‍👧'],
    ['a bracket at the start of a line', '\n[1] x', '\n[1] x'],
  ])('handles %s', (_case, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });
});
