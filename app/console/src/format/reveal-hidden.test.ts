import { describe, expect, it } from 'vitest';
import { revealHidden, splitHidden } from './reveal-hidden.ts';

describe('revealHidden', () => {
  it.each([
    ['a turned direction', 'invoice_\u{202e}fdp.exe', String.raw`invoice_\u{202e}fdp.exe`],
    ['no width', 'pay\u{200b}pal.example', String.raw`pay\u{200b}pal.example`],
    ['tags', 'ok\u{e0041}\u{e0042}', String.raw`ok\u{e0041}\u{e0042}`],
    ['a filler that is a letter', 'a\u{3164}b', String.raw`a\u{3164}b`],
    ['an escape of a terminal', '\u{1b}[31mred', String.raw`\u{1b}[31mred`],
    ['half a character', 'a\ud800b', String.raw`a\u{d800}b`],
    ['a joiner where nothing is joined', 'pay\u{200d}pal', String.raw`pay\u{200d}pal`],
    ['joiners that carry a message', '👩\u{200d}\u{200d}👧', String.raw`👩\u{200d}\u{200d}👧`],
    ['a joiner after an emoji', '👍\u{200d}ok', String.raw`👍\u{200d}ok`],
    ['a return without a line', 'safe\rrm -rf', String.raw`safe\u{d}rm -rf`],
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
  ])('leaves %j as it is', (text) => {
    expect(revealHidden(text)).toBe(text);
  });
});

describe('splitHidden', () => {
  it('tells codes from text that looks like one', () => {
    expect(splitHidden(String.raw`\u{202e}` + '\u{202e}\u{202d}!')).toEqual([
      { text: String.raw`\u{202e}`, isCode: false },
      { text: String.raw`\u{202e}\u{202d}`, isCode: true },
      { text: '!', isCode: false },
    ]);
  });
});
