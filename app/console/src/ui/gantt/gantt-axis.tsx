import type { ReactNode } from 'react';
import type { GanttMarker } from './gantt-row.ts';
import { LABEL_OFFSET, type Tick } from './create-ticks.ts';
import type { TimeScale } from './create-time-scale.ts';

/** The height of the time axis. */
export const AXIS_HEIGHT = 32;

/** The time axis above the rows. It stays visible while the rows scroll. */
export function GanttAxis(props: {
  readonly scale: TimeScale;
  readonly ticks: readonly Tick[];
  readonly markers: readonly GanttMarker[];
}): ReactNode {
  const { scale, ticks, markers } = props;
  return (
    <svg aria-hidden="true" width={scale.width} height={AXIS_HEIGHT} className="block text-[11px]">
      {ticks.map(({ at, x, label }) => (
        <g key={at}>
          <line x1={x} x2={x} y1={AXIS_HEIGHT - 6} y2={AXIS_HEIGHT} className="stroke-edge" />
          <text x={x + LABEL_OFFSET} y={AXIS_HEIGHT - 9} className="numeric fill-soft">
            {label}
          </text>
        </g>
      ))}
      {markers.map(({ at, label, tone }) => (
        <text
          key={label}
          x={scale.toX(at)}
          y={11}
          textAnchor={scale.toX(at) > scale.width - 60 ? 'end' : 'middle'}
          className={tone === 'accent' ? 'fill-accent font-semibold' : 'fill-soft font-semibold'}
        >
          {label}
        </text>
      ))}
    </svg>
  );
}
