import { describe, expect, it } from 'vitest';
import { formatDuration } from './format-duration.ts';

describe('formatDuration', () => {
  it.each([
    [-5, '0 ms'],
    [320.4, '320 ms'],
    [999, '999 ms'],
    [4260, '4.2 s'],
    [59_999, '59 s'],
    [185_000, '3 m 05 s'],
    [7_800_000, '2 h 10 m'],
    [86_400_000 * 3 + 3_600_000 * 4, '3 d 4 h'],
  ])('formats %d as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds, 'en')).toBe(text);
  });

  it('formats in Japanese', () => {
    expect(formatDuration(185_000, 'ja')).toBe('3 分 05 秒');
  });
});
