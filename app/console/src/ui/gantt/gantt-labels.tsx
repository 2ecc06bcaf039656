import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../controls/class-names.ts';
import type { GanttRow } from './gantt-row.ts';
import type { RowWindow } from './gantt-bars.tsx';
import { ROW_HEIGHT } from './lay-out-gantt.ts';
import { RevealedText } from '../display/revealed-text.tsx';
import { revealHidden } from '../../i18n/reveal-hidden.ts';

/** The names of the rows. One of them is in the tab order; arrow keys move to the others. */
export function GanttLabels(props: {
  readonly rows: readonly GanttRow[];
  readonly inSight: RowWindow;
  readonly activeId: string | undefined;
  readonly selectedId: string | undefined;
  readonly describedBy: string;
  readonly onPoint: (id: string | undefined) => void;
  readonly onSelect: ((id: string) => void) | undefined;
  readonly onReach: (index: number) => void;
}): ReactNode {
  const { rows, activeId, selectedId } = props;
  const list = useRef<HTMLUListElement>(null);
  const current = Math.max(
    0,
    rows.findIndex(({ id }) => id === (activeId ?? selectedId)),
  );
  const walk = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, current, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    props.onReach(next);
    props.onPoint(rows[next]?.id);
    // The row may only be drawn after the chart has scrolled to it.
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLButtonElement>(`[data-index="${next}"]`)
        ?.focus({ preventScroll: true }),
    );
  };
  return (
    <ul ref={list} className="relative" style={{ height: rows.length * ROW_HEIGHT }}>
      {rows.map((row, index) =>
        index < props.inSight.first || index >= props.inSight.last ? null : (
          <li
            key={row.id}
            className="absolute inset-x-0"
            style={{ top: index * ROW_HEIGHT, height: ROW_HEIGHT }}
          >
            <button
              type="button"
              data-index={index}
              tabIndex={index === current ? 0 : -1}
              aria-describedby={props.describedBy}
              aria-current={row.id === selectedId ? 'true' : undefined}
              title={revealHidden(row.label)}
              style={{ paddingLeft: 8 + (row.depth ?? 0) * 14 }}
              onKeyDown={walk}
              onFocus={() => props.onPoint(row.id)}
              onPointerEnter={() => props.onPoint(row.id)}
              onClick={() => props.onSelect?.(row.id)}
              className={classNames(
                'h-full w-full truncate pr-2 text-left text-small focus-visible:-outline-offset-2',
                row.id === activeId && 'bg-tint',
                row.id === selectedId && 'font-semibold',
              )}
            >
              <RevealedText text={row.label} />
            </button>
          </li>
        ),
      )}
    </ul>
  );
}

function nextIndex(key: string, current: number, count: number): number | undefined {
  const wanted = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: count - 1 }[key];
  return wanted === undefined ? undefined : Math.min(count - 1, Math.max(0, wanted));
}
