import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState, type ReactNode } from 'react';
import type { BoxedRows } from './long-list.tsx';

/** Draws the visible rows of a list that is too long to draw completely. */
export function VirtualRows(props: BoxedRows): ReactNode {
  const { current, onNearEnd, count, box, shown } = props;
  // A short list that became long keeps its scroll position: its rows provide the row height.
  const [height] = useState(() => averageHeight(box.current) ?? props.rowHeight);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: props.keyOf,
    overscan: 8,
    initialOffset: () => box.current?.scrollTop ?? 0,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;

  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    if (current !== undefined && current >= 0) virtual.scrollToIndex(current, { align: 'auto' });
  }, [current, shown, virtual]);
  useEffect(() => {
    if (count > 0 && last >= count - 5) onNearEnd?.();
  }, [last, count, onNearEnd]);

  return (
    <div role="presentation" className="relative w-full" style={{ height: virtual.getTotalSize() }}>
      {items.map((item) => (
        <div
          key={item.key}
          ref={virtual.measureElement}
          data-index={item.index}
          role="listitem"
          aria-setsize={count}
          aria-posinset={item.index + 1}
          className="absolute top-0 left-0 w-full"
          style={{ transform: `translateY(${item.start}px)` }}
        >
          {props.row(item.index)}
        </div>
      ))}
    </div>
  );
}

function averageHeight(box: HTMLDivElement | null): number | undefined {
  const drawn = box?.querySelectorAll('[role=listitem]').length ?? 0;
  return box === null || drawn === 0 ? undefined : box.scrollHeight / drawn;
}
