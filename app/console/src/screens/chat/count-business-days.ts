import { isBusinessDay, type HolidayCalendar } from '../../../../server/src/domain/business-calendar.ts';
import type { PlainDate } from '../../../../server/src/domain/plain-date.ts';

/** How many business days lie from one day to another; negative when the other is earlier, the first not counted. */
export function countBusinessDays(from: PlainDate, to: PlainDate, holidays: HolidayCalendar): number {
  const step = from <= to ? 1 : -1;
  let count = 0;
  for (let date = from; date !== to; date += step) {
    if (isBusinessDay(date + step, holidays)) count += step;
  }
  return count;
}
