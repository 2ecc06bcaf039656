import { useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { formatDuration } from '../format/format-duration.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { AXIS_HEIGHT, GanttAxis } from './gantt-axis.tsx';
import { GanttBars } from './gantt-bars.tsx';
import { GanttLegend, type LegendItem } from './gantt-legend.tsx';
import { GanttLabels } from './gantt-labels.tsx';
import type { GanttMarker, GanttRow, GanttShade, TimeSpan } from './gantt-row.ts';
import { GanttTable } from './gantt-table.tsx';
import { layOutGantt, ROW_HEIGHT } from './lay-out-gantt.ts';
import { createDayTicks, createDurationTicks } from './create-ticks.ts';
import { createTimeScale } from './create-time-scale.ts';
import { useElementWidth } from './use-element-width.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';
import { RevealedText } from '../display/revealed-text.tsx';

const TEXTS = { en: textsEn, ja: textsJa };
const DAY_MS = 86_400_000;
const MIN_DAY_WIDTH = 4;
const ROWS_AROUND = 12;
const MAX_HEIGHT = 560;

/** The data of a chart. Days are calendar days; durations count from the beginning of the span. */
type GanttChartProps = {
  readonly label: string;
  readonly rows: readonly GanttRow[];
  readonly unit: 'day' | 'duration';
  readonly span?: TimeSpan | undefined;
  readonly shades?: readonly GanttShade[];
  readonly markers?: readonly GanttMarker[];
  /** Draws long intervals without a bar narrower than their true width. */
  readonly compressGaps?: boolean;
  /** The meaning of marks whose names do not explain it. */
  readonly legend?: readonly LegendItem[];
  readonly selectedId?: string | undefined;
  readonly onSelect?: (id: string) => void;
};

/** A chart of rows over time: a schedule or a run. Every row is reachable by keyboard and has a description. */
export function GanttChart(props: GanttChartProps): ReactNode {
  const { rows, unit, shades = [], markers = [], compressGaps = false } = props;
  const t = useTexts(TEXTS);
  const { language } = usePreferences();
  const caption = useId();
  const box = useRef<HTMLDivElement>(null);
  const boxWidth = useElementWidth(box);
  const [scrolled, setScrolled] = useState(0);
  const [activeId, setActiveId] = useState<string>();
  const labelWidth = Math.min(220, Math.max(140, boxWidth * 0.32));
  const span = useMemo(() => props.span ?? spanOf(rows), [props.span, rows]);
  const scale = useMemo(() => {
    const least = unit === 'day' ? ((span.to - span.from) / DAY_MS) * MIN_DAY_WIDTH : 0;
    const width = Math.max(160, boxWidth - labelWidth, least);
    const busy = compressGaps ? rows.filter(({ look }) => look !== 'wait' && look !== 'frame') : undefined;
    return createTimeScale({ ...span, width, busy });
  }, [span, rows, unit, compressGaps, boxWidth, labelWidth]);
  const layout = useMemo(() => layOutGantt(rows, scale), [rows, scale]);
  const ticks = useMemo(
    () => (unit === 'day' ? createDayTicks(scale, language) : createDurationTicks(scale, language)),
    [unit, scale, language],
  );
  const inSight = {
    first: Math.max(0, Math.floor(scrolled / ROW_HEIGHT) - ROWS_AROUND),
    last: Math.ceil((scrolled + MAX_HEIGHT) / ROW_HEIGHT) + ROWS_AROUND,
  };
  const reach = (index: number) => {
    const top = index * ROW_HEIGHT;
    const seen = box.current;
    if (seen === null) return;
    const room = seen.clientHeight - AXIS_HEIGHT - ROW_HEIGHT;
    if (top < seen.scrollTop) seen.scrollTop = top;
    else if (top > seen.scrollTop + room) seen.scrollTop = top - room;
  };
  const active = rows.find(({ id }) => id === activeId) ?? rows.find(({ id }) => id === props.selectedId);
  const format = (time: number) =>
    unit === 'day'
      ? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(time)
      : formatDuration(time - span.from, language);
  if (rows.length === 0) return <p className="p-4 text-soft">{t('empty')}</p>;
  const shared = { inSight, activeId, onPoint: setActiveId, onSelect: props.onSelect };
  return (
    <div role="group" aria-label={props.label}>
      <div
        ref={box}
        onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
        onPointerLeave={() => setActiveId(undefined)}
        style={{ maxHeight: MAX_HEIGHT }}
        className="relative overflow-auto rounded-md border border-line bg-card"
      >
        <div className="sticky top-0 z-20 flex w-max border-b border-line bg-card">
          <div className="sticky left-0 z-10 border-r border-line bg-card" style={{ width: labelWidth }} />
          <GanttAxis scale={scale} ticks={ticks} markers={markers} />
        </div>
        <div className="flex w-max">
          <div className="sticky left-0 z-10 border-r border-line bg-card" style={{ width: labelWidth }}>
            <GanttLabels
              {...shared}
              rows={rows}
              selectedId={props.selectedId}
              describedBy={caption}
              onReach={reach}
            />
          </div>
          <GanttBars
            {...shared}
            scale={scale}
            layout={layout}
            ticks={ticks}
            shades={shades}
            markers={markers}
          />
        </div>
      </div>
      <div className="mt-1.5 flex min-h-6 flex-wrap items-center gap-x-6 gap-y-1">
        <p id={caption} className="text-small text-soft">
          <RevealedText text={active?.summary ?? t('hint')} />
        </p>
        {props.legend !== undefined && (
          <div className="ml-auto">
            <GanttLegend items={props.legend} />
          </div>
        )}
      </div>
      <GanttTable label={props.label} rows={rows} format={format} />
    </div>
  );
}

function spanOf(rows: readonly GanttRow[]): TimeSpan {
  const from = rows.reduce((least, row) => Math.min(least, row.from), Infinity);
  const to = rows.reduce((most, row) => Math.max(most, row.to), -Infinity);
  return { from, to };
}
