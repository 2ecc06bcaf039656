import { useEffect, useRef, type ReactNode } from 'react';
import { lazyPart } from '../parts/lazy-part.tsx';
import { PlainRows } from './plain-rows.tsx';

const MAX_PLAIN_ROWS = 150;

// Most lists are short; only long ones are worth fetching what draws no more than the rows in sight.
const VirtualRows = lazyPart(() => import('./virtual-rows.tsx').then((file) => file.VirtualRows), {
  waiting: (rows) => <PlainRows {...firstOf(rows)} />,
});

/** The beginning of a long list. A current row beyond it is brought into sight by whoever draws the rest. */
function firstOf(rows: BoxedRows): BoxedRows {
  const { current } = rows;
  return {
    ...rows,
    count: Math.min(rows.count, MAX_PLAIN_ROWS),
    current: current !== undefined && current >= MAX_PLAIN_ROWS ? rows.shown.current : current,
    onNearEnd: undefined,
  };
}

/** What a list is made of. */
export interface ListRows {
  readonly count: number;
  readonly rowHeight: number;
  readonly keyOf: (index: number) => string;
  readonly row: (index: number) => ReactNode;
  /** Kept in sight when it changes. */
  readonly current?: number | undefined;
  /** Called when the last rows come into sight, to load more. */
  readonly onNearEnd?: (() => void) | undefined;
}

/** Rows in a box; which row was last brought into sight outlives a change of how rows are drawn. */
export interface BoxedRows extends ListRows {
  readonly box: { readonly current: HTMLDivElement | null };
  readonly shown: { current: number | undefined };
}

/** A list that scrolls by itself and stays quick with ten thousand rows and more. */
export function LongList({
  label,
  topKey = 0,
  ...rows
}: ListRows & {
  readonly label: string;
  /** The list scrolls to its top when this changes. */
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
