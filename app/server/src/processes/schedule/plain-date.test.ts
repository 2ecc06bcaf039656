import { describe, expect, it } from 'vitest';
import { formatPlainDate, parsePlainDate, todayInJapan, weekdayOf } from './plain-date.ts';

describe('parsePlainDate', () => {
  it.each([
    '2026-02-30',
    '2026-2-3',
    '2026-13-01',
    '1969-12-31',
    '2200-01-01',
    '2026-01-01T00:00',
    '',
    '２０２６-01-01',
  ])('rejects %j', (text) => {
    expect(parsePlainDate(text)).toBeUndefined();
  });

  it('parses every day that it formats', () => {
    for (let date = 0; date < 60_000; date += 13) expect(parsePlainDate(formatPlainDate(date))).toBe(date);
  });

  it('returns the day of the week', () => {
    expect(weekdayOf(parsePlainDate('2026-11-15') ?? 0)).toBe(0);
  });
});

describe('todayInJapan', () => {
  it.each([
    ['2026-11-15T14:59:59Z', '2026-11-15'],
    ['2026-11-15T15:00:00Z', '2026-11-16'],
  ])('at %s is %s', (now, today) => {
    expect(formatPlainDate(todayInJapan(Date.parse(now)))).toBe(today);
  });
});
