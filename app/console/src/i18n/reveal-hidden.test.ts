import { describe, expect, it } from 'vitest';
import { revealHidden, splitHidden } from './reveal-hidden.ts';

describe('revealHidden', () => {
  it.each([
    ['a change of the text direction', 'invoice_\u{202e}fdp.exe', String.raw`invoice_\u{202e}fdp.exe`],
    ['a character without width', 'pay\u{200b}pal.example', String.raw`pay\u{200b}pal.example`],
    ['tag characters', 'ok\u{e0041}\u{e0042}', String.raw`ok\u{e0041}\u{e0042}`],
    ['a filler that is a letter', 'a\u{3164}b', String.raw`a\u{3164}b`],
    ['a terminal escape sequence', '\u{1b}[31mred', String.raw`\u{1b}[31mred`],
    ['a lone surrogate', 'a\ud800b', String.raw`a\u{d800}b`],
    ['a joiner between letters', 'pay\u{200d}pal', String.raw`pay\u{200d}pal`],
    ['repeated joiners', '👩\u{200d}\u{200d}👧', String.raw`👩\u{200d}\u{200d}👧`],
    ['a joiner after an emoji', '👍\u{200d}ok', String.raw`👍\u{200d}ok`],
    ['a carriage return without a line feed', 'safe\rrm -rf', String.raw`safe\u{d}rm -rf`],
  ])('shows %s', (_case, text, shown) => {
    expect(revealHidden(text)).toBe(shown);
  });

  it.each([
    '',
    'plain',
    '二行目は\n下\tです　。',
    'café',
    '😀❤️',
    'مرحبا',
    '12:30',
    '👨‍👩‍👧 👩🏽‍🚒 🏳️‍🌈 ❤️‍🔥',
    'می\u{200c}خواهم',
    'क्\u{200d}ष',
  ])('does not change %j', (text) => {
    expect(revealHidden(text)).toBe(text);
  });
});

describe('splitHidden', () => {
  it('distinguishes codes from text that looks like a code', () => {
    expect(splitHidden(String.raw`\u{202e}` + '\u{202e}\u{202d}!')).toEqual([
      { text: String.raw`\u{202e}`, isCode: false },
      { text: String.raw`\u{202e}\u{202d}`, isCode: true },
      { text: '!', isCode: false },
    ]);
  });
});
