import { useEffect, useRef, type ReactNode } from 'react';
import { lazyPart } from '../parts/lazy-part.tsx';

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

const AHEAD = '400px';

/** Draws every row of a short list. */
function PlainRows(props: BoxedRows): ReactNode {
  const { count, current, onNearEnd, shown } = props;
  const currentRow = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    currentRow.current?.scrollIntoView({ block: 'nearest' });
  }, [current, shown]);
  useEffect(() => {
    if (end.current === null || onNearEnd === undefined) return undefined;
    const watcher = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting === true) onNearEnd();
      },
      { rootMargin: AHEAD },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [count, onNearEnd]);
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={props.keyOf(index)}
          ref={index === current ? currentRow : undefined}
          role="listitem"
          aria-setsize={count}
          aria-posinset={index + 1}
        >
          {props.row(index)}
        </div>
      ))}
      <div ref={end} role="presentation" />
    </>
  );
}
