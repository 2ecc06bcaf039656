import { describe, expect, it } from 'vitest';
import { parsePlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { createJapaneseHolidays } from '../../../../server/src/processes/schedule/japanese-holidays.ts';
import { countBusinessDays } from './count-business-days.ts';

const day = (text: string) => parsePlainDate(text) ?? Number.NaN;

describe('countBusinessDays', () => {
  it.each([
    ['2026-11-02', '2026-11-02', 0],
    ['2026-11-02', '2026-11-04', 1], // 3 November is a holiday
    ['2026-11-06', '2026-11-09', 1],
    ['2026-11-09', '2026-11-06', -1],
    ['2026-11-04', '2026-11-02', -1],
  ])('counts from %s to %s: %i', (from, to, count) => {
    expect(countBusinessDays(day(from), day(to), createJapaneseHolidays())).toBe(count);
  });
});
