import {
  isBusinessDay,
  type HolidayCalendar,
} from '../../../../server/src/processes/schedule/business-calendar.ts';
import type { PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';

/** Returns the number of business days between two days without the first one; negative when the second is earlier. */
export function countBusinessDays(from: PlainDate, to: PlainDate, holidays: HolidayCalendar): number {
  const step = from <= to ? 1 : -1;
  let count = 0;
  for (let date = from; date !== to; date += step) {
    if (isBusinessDay(date + step, holidays)) count += step;
  }
  return count;
}
