import { describe, expect, it } from 'vitest';
import { hasHidden, removeHidden } from './invisible-characters.ts';

describe('hidden text', () => {
  it.each([
    0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x180e, 0x200b, 0x200e, 0x200f, 0x202e, 0x2060, 0x2066, 0x206f,
    0x3164, 0xfeff, 0xffa0, 0xe0041, 0xe0100,
  ])('finds and removes U+%i', (code) => {
    const text = `i${String.fromCodePoint(code)}gnore`;
    expect([hasHidden(text), removeHidden(text)]).toEqual([true, 'ignore']);
  });

  it.each(['می‌خواهم', '👩‍💻', '❤️', 'plain', '関所'])('does not change %s', (text) => {
    expect([hasHidden(text), removeHidden(text)]).toEqual([false, text]);
  });
});
