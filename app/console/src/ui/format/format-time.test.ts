import { describe, expect, it } from 'vitest';
import { formatAgo, formatMoment } from './format-time.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const ago = (seconds: number) => formatAgo(now - seconds * 1000, 'en', now);

describe('formatAgo', () => {
  it.each([
    [5, '5s ago'],
    [59, '59s ago'],
    [60, '1m ago'],
    [3599, '59m ago'],
    [3600, '1h ago'],
    [86_400 * 3, '3d ago'],
  ])('formats %i seconds as "%s"', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });

  it('does not return a future time when the clocks differ slightly', () => {
    expect(formatAgo(now + 3000, 'en', now)).toBe('0s ago');
  });

  it('formats in Japanese', () => {
    expect(formatAgo(now - 120_000, 'ja', now)).toBe('2分前');
  });
});

describe('formatMoment', () => {
  it('contains the year only when it is not the current one', () => {
    expect(formatMoment('2026-03-01T00:00:00Z', 'ja', now)).not.toContain('2026');
    expect(formatMoment('2025-03-01T00:00:00Z', 'ja', now)).toContain('2025');
  });
});
