import type { HolidayCalendar } from '../../../../server/src/processes/schedule/business-calendar.ts';
import { weekdayOf, type PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import type { GanttShade } from '../../ui/gantt/gantt-row.ts';

/** The length of a day on the charts. */
export const DAY_MS = 86_400_000;

/** Returns the middle of a day, where its mark is drawn. */
export const middleOf = (date: PlainDate): number => (date + 0.5) * DAY_MS;

/** Returns the weekends and holidays between two days. A holiday on a weekend is returned as a holiday. */
export function findDaysOff(from: PlainDate, to: PlainDate, holidays: HolidayCalendar): GanttShade[] {
  const days = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return days.flatMap((date): GanttShade[] => {
    const span = { from: date * DAY_MS, to: (date + 1) * DAY_MS };
    if (holidays.isHoliday(date)) return [{ ...span, tone: 'holiday' }];
    const weekday = weekdayOf(date);
    return weekday === 0 || weekday === 6 ? [{ ...span, tone: 'weekend' }] : [];
  });
}
