import { useId, type ReactNode } from 'react';
import { GanttMark, WaitPattern } from './gantt-mark.tsx';
import type { GanttRow, GanttTone } from './gantt-row.ts';

const WIDTH = 26;

/** One kind of mark and its meaning. */
export interface LegendItem {
  readonly look: GanttRow['look'];
  readonly tone: GanttTone;
  readonly label: string;
}

/** Explains the marks of a chart. The descriptions of the rows contain the same for screen readers. */
export function GanttLegend(props: { readonly items: readonly LegendItem[] }): ReactNode {
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
