import { useEffect, useRef, type ReactNode } from 'react';
import { lazyPart } from '../parts/lazy-part.tsx';
import { PlainRows } from './plain-rows.tsx';

const MAX_PLAIN_ROWS = 150;

// Most lists are short, so the code that draws only visible rows is loaded for long lists only.
const VirtualRows = lazyPart(() => import('./virtual-rows.tsx').then((file) => file.VirtualRows), {
  waiting: (rows) => <PlainRows {...firstOf(rows)} />,
});

/** Draws the beginning of a long list. `VirtualRows`, which replaces it, scrolls to a current row beyond it. */
function firstOf(rows: BoxedRows): BoxedRows {
  const { current } = rows;
  return {
    ...rows,
    count: Math.min(rows.count, MAX_PLAIN_ROWS),
    current: current !== undefined && current >= MAX_PLAIN_ROWS ? rows.shown.current : current,
    onNearEnd: undefined,
  };
}

/** The rows of a list. */
export interface ListRows {
  readonly count: number;
  readonly rowHeight: number;
  readonly keyOf: (index: number) => string;
  readonly row: (index: number) => ReactNode;
  /** The row that is scrolled into view when it changes. */
  readonly current?: number | undefined;
  /** Called when the last rows become visible, to load more. */
  readonly onNearEnd?: (() => void) | undefined;
}

/** A scroll container. It remembers which row it last scrolled into view when the way of drawing rows changes. */
export interface BoxedRows extends ListRows {
  readonly box: { readonly current: HTMLDivElement | null };
  readonly shown: { current: number | undefined };
}

/** A scrollable list that stays fast with ten thousand rows and more. */
export function LongList({
  label,
  topKey = 0,
  ...rows
}: ListRows & {
  readonly label: string;
  /** The list scrolls to its top when this value changes. */
  readonly topKey?: number;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const top = useRef(topKey);
  useEffect(() => {
    if (top.current === topKey) return;
    top.current = topKey;
    box.current?.scrollTo({ top: 0 });
  }, [topKey]);
  const shown = useRef<number>(undefined);
  const boxed = { ...rows, box, shown };
  return (
    <div ref={box} role="list" aria-label={label} className="h-full overflow-y-auto">
      {rows.count <= MAX_PLAIN_ROWS ? <PlainRows {...boxed} /> : <VirtualRows {...boxed} />}
    </div>
  );
}
