import { weekdayOf, type PlainDate } from './plain-date.ts';

/** Returns the public holidays and the days off of the company. */
export type HolidayCalendar = {
  isHoliday: (date: PlainDate) => boolean;
  /** The last day for which the holidays are known. */
  lastKnown: PlainDate;
};

/** A period in which the company is closed, with its first and last day. */
export type DaysOff = { first: PlainDate; last: PlainDate };

/** Adds the days off of a company to the public holidays. */
export function addDaysOff(calendar: HolidayCalendar, periods: readonly DaysOff[]): HolidayCalendar {
  const days = new Set(
    periods.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    ),
  );
  return { ...calendar, isHoliday: (date) => days.has(date) || calendar.isHoliday(date) };
}

/** Returns whether a day is a business day. */
export function isBusinessDay(date: PlainDate, holidays: HolidayCalendar): boolean {
  const weekday = weekdayOf(date);
  return weekday !== 0 && weekday !== 6 && !holidays.isHoliday(date);
}

/**
 * Adds business days to a day; a negative number counts back, and the day itself is never counted. With 0, a day off
 * becomes the nearest business day in the direction of `dayOff`.
 */
export function addBusinessDays(
  from: PlainDate,
  days: number,
  { holidays, dayOff }: { holidays: HolidayCalendar; dayOff: 'earlier' | 'later' },
): PlainDate {
  if (days === 0 && isBusinessDay(from, holidays)) return from;
  const isBack = days < 0 || (days === 0 && dayOff === 'earlier');
  let left = Math.max(1, Math.abs(days));
  let date = from;
  while (left > 0) {
    date += isBack ? -1 : 1;
    if (isBusinessDay(date, holidays)) left -= 1;
  }
  return date;
}
