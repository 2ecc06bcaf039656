import { useEffect, useRef, type ReactNode } from 'react';
import type { BoxedRows } from './long-list.tsx';

const AHEAD = '400px';

/** Draws every row of a short list. */
export function PlainRows(props: BoxedRows): ReactNode {
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
