import { describe, expect, it } from 'vitest';
import { plainText } from './displayed-call.ts';

describe('plainText', () => {
  it.each([
    ['a right-to-left override', 'rm \u202Etxt.exe', 'rm \\u{202e}txt.exe'],
    ['a zero-width space', 'pay\u200Bpal', 'pay\\u{200b}pal'],
    ['an escape sequence', '\u001B[2Jgone', '\\u{1b}[2Jgone'],
    ['a line break', 'a\nb', 'a\\u{a}b'],
    ['a tag character', 'x\u{E0041}', 'x\\u{e0041}'],
    ['a lone surrogate', 'x\uD800', 'x\\u{d800}'],
    ['a filler that is displayed as blank', 'x\u3164', 'x\\u{3164}'],
    ['a filler between letters', 'pay\u115Fpal', 'pay\\u{115f}pal'],
    ['a joiner that joins nothing', 'pay\u034Fpal', 'pay\\u{34f}pal'],
    ['a selector that carries a byte', 'x\u{E0141}', 'x\\u{e0141}'],
    ['a pattern without dots', 'a\u2800b', 'a\\u{2800}b'],
  ])('shows %s as a code', (_case, text, shown) => {
    expect(plainText(text)).toBe(shown);
  });

  it('does not change ordinary text', () => {
    expect(plainText('見積書.pdf を田中さん <tanaka@example.com> へ — ok? ❤️')).toBe(
      '見積書.pdf を田中さん <tanaka@example.com> へ — ok? ❤️',
    );
  });

  it('truncates long text and marks the truncation', () => {
    expect(plainText('abcdef', 4)).toBe('abc…');
  });
});
