import holidayJp from '@holiday-jp/holiday_jp';
import type { HolidayCalendar } from './business-calendar.ts';
import { formatPlainDate, parsePlainDate } from './plain-date.ts';

/** Creates the calendar of Japan's public holidays with their substitutes, up to the end of the data. */
export function createJapaneseHolidays(): HolidayCalendar {
  const dates = Object.keys(holidayJp.holidays);
  const known = new Set(dates.flatMap((text) => parsePlainDate(text) ?? []));
  const lastYear = formatPlainDate(Math.max(...known)).slice(0, 4);
  return {
    isHoliday: (date) => known.has(date),
    lastKnown: parsePlainDate(`${lastYear}-12-31`) ?? 0,
  };
}
