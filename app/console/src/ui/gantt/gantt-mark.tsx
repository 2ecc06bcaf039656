import type { ReactNode } from 'react';
import type { GanttRow, GanttTone } from './gantt-row.ts';

/** The start, width and center of a mark, and the position of its moment. */
interface MarkPosition {
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly endX: number;
}

/** Draws the mark of a row; `hatch` is the fill of a wait. */
export function GanttMark(props: {
  readonly look: GanttRow['look'];
  readonly tone: GanttTone;
  readonly position: MarkPosition;
  readonly hatch: string;
}): ReactNode {
  const { look, tone, hatch } = props;
  const { x, width, y, endX } = props.position;
  switch (look) {
    case 'bar':
      return <rect x={x} y={y - 7} width={width} height={14} rx={3} className={FILLS[tone]} />;
    case 'frame':
      // The frame is open at the bottom, because the rows that it contains are below it.
      return (
        <path
          d={`M${x + 0.75},${y + 6}v-9.5h${Math.max(1, width - 1.5)}v9.5`}
          fill="none"
          strokeWidth={1.5}
          className={STROKES[tone]}
        />
      );
    case 'wait':
      return (
        <g className={STROKES[tone]}>
          <rect x={x} y={y - 7} width={width} height={14} rx={3} fill={hatch} strokeWidth={1} />
        </g>
      );
    case 'milestone':
      return (
        <g>
          <line x1={x} x2={endX} y1={y} y2={y} strokeWidth={2} className={STROKES[tone]} />
          <path d={`M${endX - 7},${y}l7,-7l7,7l-7,7z`} className={FILLS[tone]} />
        </g>
      );
  }
}

/** Defines the hatching of waits, for the definitions of an SVG. */
export function WaitPattern(props: { readonly id: string }): ReactNode {
  return (
    <pattern id={props.id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={6} height={6} className="fill-card" />
      <rect width={2} height={6} className="fill-edge" />
    </pattern>
  );
}

const FILLS: Readonly<Record<GanttTone, string>> = {
  neutral: 'fill-soft',
  accent: 'fill-accent',
  info: 'fill-info',
  good: 'fill-good',
  warning: 'fill-warn',
  bad: 'fill-bad',
};

/** The color of lines. */
export const STROKES: Readonly<Record<GanttTone, string>> = {
  neutral: 'stroke-soft',
  accent: 'stroke-accent',
  info: 'stroke-info',
  good: 'stroke-good',
  warning: 'stroke-warn',
  bad: 'stroke-bad',
};
