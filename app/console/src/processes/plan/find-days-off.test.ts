import { describe, expect, it } from 'vitest';
import { parsePlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { createJapaneseHolidays } from '../../../../server/src/processes/schedule/japanese-holidays.ts';
import { findDaysOff } from './find-days-off.ts';

const day = (text: string) => parsePlainDate(text) ?? Number.NaN;

describe('findDaysOff', () => {
  it('returns weekends and holidays with their kind', () => {
    const off = findDaysOff(day('2026-11-01'), day('2026-11-07'), createJapaneseHolidays());
    expect(off.map(({ from, tone }) => [new Date(from).toISOString().slice(0, 10), tone])).toEqual([
      ['2026-11-01', 'weekend'],
      ['2026-11-03', 'holiday'],
      ['2026-11-07', 'weekend'],
    ]);
  });

  it('returns none when the end is before the beginning', () => {
    expect(findDaysOff(day('2026-11-07'), day('2026-11-01'), createJapaneseHolidays())).toEqual([]);
  });
});
