import { useMemo, type ReactNode } from 'react';
import type { HolidayCalendar } from '../../../../server/src/processes/schedule/business-calendar.ts';
import type { PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { GanttChart } from '../../ui/gantt/gantt-chart.tsx';
import type { GanttMarker, GanttRow } from '../../ui/gantt/gantt-row.ts';
import { useChatTexts } from '../use-chat-texts.ts';
import { DAY_MS, findDaysOff, middleOf } from './find-days-off.ts';

const DAYS_AROUND = 3;

/** Rows on a calendar with the days off and today. */
export function DayGantt(props: {
  readonly label: string;
  readonly rows: readonly GanttRow[];
  /** The days that must be visible. */
  readonly days: readonly PlainDate[];
  readonly today: PlainDate;
  readonly holidays: HolidayCalendar;
  readonly markers?: readonly GanttMarker[];
  /** Further entries of the legend: the class of the color, and its meaning. */
  readonly legend?: readonly (readonly [color: string, label: string])[];
  readonly onSelect?: (id: string) => void;
}): ReactNode {
  const t = useChatTexts();
  const { today, holidays } = props;
  const first = Math.min(...props.days) - DAYS_AROUND;
  const last = Math.max(...props.days) + DAYS_AROUND;
  const isTodayNear = today >= first - 30 && today <= last;
  const from = isTodayNear ? Math.min(first, today - 1) : first;
  const shades = useMemo(() => findDaysOff(from, last, holidays), [from, last, holidays]);
  const span = useMemo(() => ({ from: from * DAY_MS, to: (last + 1) * DAY_MS }), [from, last]);
  const legend = [
    ['bg-sunken', t('gantt.legend.weekend')],
    ['bg-bad-tint', t('gantt.legend.holiday')],
    ...(props.legend ?? []),
  ] as const;
  return (
    <div>
      <GanttChart
        label={props.label}
        unit="day"
        rows={props.rows}
        span={span}
        shades={shades}
        markers={[
          ...(props.markers ?? []),
          ...(isTodayNear
            ? [{ at: middleOf(today), label: t('gantt.today'), tone: 'neutral' as const }]
            : []),
        ]}
        {...(props.onSelect ? { onSelect: props.onSelect } : {})}
      />
      <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
        {legend.map(([color, label]) => (
          <li key={label} className="flex items-center gap-1.5">
            <span className={`size-3 rounded-sm border border-line ${color}`} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}
