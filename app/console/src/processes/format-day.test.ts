import { describe, expect, it } from 'vitest';
import { parsePlainDate } from '../../../server/src/processes/schedule/plain-date.ts';
import { formatDay } from './format-day.ts';

const day = (text: string) => parsePlainDate(text) ?? Number.NaN;

describe('formatDay', () => {
  it('formats a day with its weekday in each language', () => {
    expect(formatDay(day('2026-11-03'), 'ja')).toBe('2026/11/03 (火)');
    expect(formatDay(day('2026-11-03'), 'en')).toBe('Tue, Nov 3, 2026');
  });
});
