import { useId, type ReactNode } from 'react';
import { GanttMark, STROKES, WaitPattern } from './gantt-mark.tsx';
import type { GanttMarker, GanttShade } from './gantt-row.ts';
import { ROW_HEIGHT, type GanttLayout } from './lay-out-gantt.ts';
import type { Tick } from './create-ticks.ts';
import type { TimeScale } from './create-time-scale.ts';

/** The visible rows: from the first to before the last. */
export type RowWindow = { first: number; last: number };

/** Draws everything below the axis: shades, lines, arrows and bars of the visible rows. */
export function GanttBars(props: {
  readonly scale: TimeScale;
  readonly layout: GanttLayout;
  readonly inSight: RowWindow;
  readonly ticks: readonly Tick[];
  readonly shades: readonly GanttShade[];
  readonly markers: readonly GanttMarker[];
  readonly activeId: string | undefined;
  readonly onPoint: (id: string | undefined) => void;
  readonly onSelect: ((id: string) => void) | undefined;
}): ReactNode {
  const { scale, layout, activeId } = props;
  const id = useId();
  const { first, last } = props.inSight;
  const isSeen = (index: number) => index >= first && index < last;
  const rows = layout.rows.slice(first, last);
  const arrows = layout.arrows.filter(({ fromIndex, toIndex }) => isSeen(fromIndex) || isSeen(toIndex));
  return (
    <svg aria-hidden="true" width={scale.width} height={layout.height} className="block">
      <Patterns id={id} />
      {props.shades.map(({ from, to, tone }) => (
        <rect
          key={`${tone}${from}`}
          x={scale.toX(from)}
          width={Math.max(1, scale.toX(to) - scale.toX(from))}
          height={layout.height}
          className={tone === 'holiday' ? 'fill-bad-tint opacity-70' : 'fill-sunken'}
        />
      ))}
      {props.ticks.map(({ at, x }) => (
        <line key={at} x1={x} x2={x} y2={layout.height} className="stroke-line" />
      ))}
      {scale.gaps.map(({ from, fromX, toX }) => (
        <rect key={from} x={fromX} width={toX - fromX} height={layout.height} fill={`url(#${id}gap)`} />
      ))}
      {props.markers.map(({ at, label, tone }) => (
        <line
          key={label}
          x1={scale.toX(at)}
          x2={scale.toX(at)}
          y2={layout.height}
          strokeWidth={1.5}
          strokeDasharray={tone === 'accent' ? undefined : '4 3'}
          className={STROKES[tone]}
        />
      ))}
      {arrows.map(({ id: key, path, isLate }) => (
        <path
          key={key}
          d={path}
          fill="none"
          strokeWidth={1.4}
          markerEnd={`url(#${id}${isLate ? 'late' : 'tip'})`}
          className={isLate ? 'stroke-bad' : 'stroke-edge'}
        />
      ))}
      {rows.map((placed) => (
        <g
          key={placed.row.id}
          onPointerEnter={() => props.onPoint(placed.row.id)}
          onPointerLeave={() => props.onPoint(undefined)}
          onClick={() => props.onSelect?.(placed.row.id)}
        >
          <rect
            y={placed.index * ROW_HEIGHT}
            width={scale.width}
            height={ROW_HEIGHT}
            className={placed.row.id === activeId ? 'fill-accent opacity-10' : 'fill-transparent'}
          />
          <GanttMark
            look={placed.row.look}
            tone={placed.row.tone}
            position={{ ...placed, endX: scale.toX(placed.row.to) }}
            hatch={`url(#${id}wait)`}
          />
        </g>
      ))}
    </svg>
  );
}

function Patterns(props: { readonly id: string }): ReactNode {
  const tip = 'M0,0.8L6,3.5L0,6.2z';
  return (
    <defs>
      {(['tip', 'late'] as const).map((name) => (
        <marker
          key={name}
          id={`${props.id}${name}`}
          markerWidth={7}
          markerHeight={7}
          refX={5.5}
          refY={3.5}
          orient="auto"
        >
          <path d={tip} className={name === 'late' ? 'fill-bad' : 'fill-edge'} />
        </marker>
      ))}
      <WaitPattern id={`${props.id}wait`} />
      <pattern id={`${props.id}gap`} width={6} height={6} patternUnits="userSpaceOnUse">
        <rect width={6} height={6} className="fill-sunken" />
        <circle cx={3} cy={3} r={0.9} className="fill-edge" />
      </pattern>
    </defs>
  );
}
