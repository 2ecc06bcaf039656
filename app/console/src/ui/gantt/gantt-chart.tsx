import { useEffect, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { formatDuration } from '../format/format-duration.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { AXIS_HEIGHT, GanttAxis } from './gantt-axis.tsx';
import { GanttBars } from './gantt-bars.tsx';
import { GanttLabels } from './gantt-labels.tsx';
import type { GanttMarker, GanttRow, GanttShade, GanttTone, TimeSpan } from './gantt-row.ts';
import { layOutGantt, ROW_HEIGHT } from './lay-out-gantt.ts';
import { createDayTicks, createDurationTicks } from './create-ticks.ts';
import { createTimeScale } from './create-time-scale.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';
import { RevealedText } from '../display/revealed-text.tsx';
import { revealHidden } from '../../i18n/reveal-hidden.ts';
import { GanttMark, WaitPattern } from './gantt-mark.tsx';

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

/** Returns the current width of an element and renders again when it changes. */
function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    setWidth(box.clientWidth);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** The content of the chart as a table for screen readers. */
function GanttTable(props: {
  readonly label: string;
  readonly rows: readonly GanttRow[];
  readonly format: (time: number) => string;
}): ReactNode {
  const t = useTexts(TEXTS);
  return (
    // The width of a table follows its content and ignores CSS; the width of a box around it does not.
    <div className="sr-only">
      <table>
        <caption>{t('table', { label: props.label })}</caption>
        <thead>
          <tr>
            {(['row', 'from', 'to', 'summary'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ id, label, from, to, summary }) => (
            <tr key={id}>
              <th scope="row">{revealHidden(label)}</th>
              <td>{props.format(from)}</td>
              <td>{props.format(to)}</td>
              <td>{revealHidden(summary)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const WIDTH = 26;

/** One kind of mark and its meaning. */
interface LegendItem {
  readonly look: GanttRow['look'];
  readonly tone: GanttTone;
  readonly label: string;
}

/** Explains the marks of a chart. The descriptions of the rows contain the same for screen readers. */
function GanttLegend(props: { readonly items: readonly LegendItem[] }): ReactNode {
  const id = useId();
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
      {props.items.map(({ look, tone, label }) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg width={WIDTH} height={16}>
            <defs>
              <WaitPattern id={`${id}${look}`} />
            </defs>
            <GanttMark
              look={look}
              tone={tone}
              position={{ x: 1, width: WIDTH - 2, y: 8, endX: WIDTH / 2 }}
              hatch={`url(#${id}${look})`}
            />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
