import type { ReactNode } from 'react';
import { classNames } from '../controls/class-names.ts';
import { useMediaQuery } from '../display/use-media-query.ts';

/** One series of a chart. The colour is a class that sets the text colour. */
export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  readonly color: string;
  readonly values: readonly (number | null)[];
}

/** The chart is scaled to its card, so the drawing has about the width of the card; otherwise its texts would be too small. */
const WIDTHS = {
  wide: { width: 480, labels: 7 },
  medium: { width: 720, labels: 7 },
  narrow: { width: 340, labels: 4 },
} as const;
const HEIGHT = 160;
const LEFT = 76;
const BOTTOM = 18;
const TOP = 8;

/**
 * A chart over days: stacked bars, or one line per series. The figure is hidden from assistive technology, because every
 * chart has a table with the same values.
 */
export function DayChart(props: {
  readonly kind: 'bars' | 'lines';
  readonly days: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  readonly max?: number | undefined;
}): ReactNode {
  const { days, series, kind } = props;
  const isNarrow = useMediaQuery('(max-width: 639px)');
  // Below this width the cards are below each other.
  const isMedium = useMediaQuery('(max-width: 1023px)');
  const { width, labels } = WIDTHS[isNarrow ? 'narrow' : isMedium ? 'medium' : 'wide'];
  const totals = days.map((_, index) => {
    const values = series.map(({ values: all }) => all[index] ?? 0);
    return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  const max = props.max ?? niceMax(Math.max(...totals, 0));
  const step = (width - LEFT) / Math.max(1, days.length);
  const x = (index: number) => LEFT + index * step;
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / max);
  const everyDay = Math.ceil(days.length / labels);
  return (
    <div>
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${HEIGHT}`} className="w-full">
        {[0, max / 2, max]
          .filter((value) => max < 1 || Number.isInteger(value))
          .map((value) => (
            <g key={value}>
              <line x1={LEFT} x2={width} y1={y(value)} y2={y(value)} className="stroke-line" />
              <text x={LEFT - 6} y={y(value) + 4} textAnchor="end" className="fill-soft text-[11px]">
                {props.format(value)}
              </text>
            </g>
          ))}
        {days.map((day, index) =>
          index % everyDay === 0 ? (
            <text key={day} x={x(index) + 2} y={HEIGHT - 4} className="fill-soft text-[11px]">
              {day.slice(5).replace('-', '/')}
            </text>
          ) : null,
        )}
        {kind === 'bars'
          ? days.map((day, index) => <Bars key={day} {...{ series, index, x: x(index), width: step, y }} />)
          : series.map((each) => (
              <Line key={each.key} series={each} x={(index) => x(index) + step / 2} y={y} />
            ))}
      </svg>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
        {series.map(({ key, label, color }) => (
          <li key={key} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={classNames('size-2.5 rounded-sm bg-current', color)} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Bars(props: {
  readonly series: readonly ChartSeries[];
  readonly index: number;
  readonly x: number;
  readonly width: number;
  readonly y: (value: number) => number;
}): ReactNode {
  let below = 0;
  return props.series.map(({ key, color, values }) => {
    const value = values[props.index] ?? 0;
    const top = props.y(below + value);
    const height = props.y(below) - top;
    below += value;
    return (
      <rect
        key={key}
        x={props.x + props.width * 0.15}
        width={props.width * 0.7}
        y={top}
        height={height}
        className={classNames('fill-current', color)}
      />
    );
  });
}

function Line(props: {
  readonly series: ChartSeries;
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
}): ReactNode {
  const points = props.series.values.flatMap((value, index) =>
    value === null ? [] : [{ x: props.x(index), y: props.y(value) }],
  );
  return (
    <g className={props.series.color}>
      <polyline
        points={points.map((point) => `${point.x},${point.y}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
      {points.map((point) => (
        <circle key={point.x} cx={point.x} cy={point.y} r="2.5" fill="currentColor" />
      ))}
    </g>
  );
}

/** Returns a round number at or above the value, for the top of the axis. */
export function niceMax(value: number): number {
  // Counts are whole numbers; amounts of money can be small fractions.
  if (value <= 0 || value === 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}
