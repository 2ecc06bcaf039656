import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

/** A list that draws only the rows in sight, for ten thousand and more. */
export function VirtualList(props: {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  readonly keyOf: (index: number) => string;
  readonly row: (index: number) => ReactNode;
  /** Kept in sight when it changes. */
  readonly current?: number | undefined;
  /** Called when the last rows come into sight, to load more. */
  readonly onNearEnd?: (() => void) | undefined;
  readonly className?: string;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: props.count,
    getScrollElement: () => box.current,
    estimateSize: () => props.rowHeight,
    getItemKey: props.keyOf,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const { current, onNearEnd, count } = props;

  useEffect(() => {
    if (current !== undefined && current >= 0) virtual.scrollToIndex(current, { align: 'auto' });
  }, [current, virtual]);
  useEffect(() => {
    if (count > 0 && last >= count - 5) onNearEnd?.();
  }, [last, count, onNearEnd]);

  return (
    <div
      ref={box}
      role="list"
      aria-label={props.label}
      className={props.className ?? 'h-full overflow-y-auto'}
    >
      <div role="presentation" className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => (
          <div
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            role="listitem"
            aria-setsize={props.count}
            aria-posinset={item.index + 1}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {props.row(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}
