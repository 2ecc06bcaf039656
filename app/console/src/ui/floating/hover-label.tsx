import { useRef, useState, type ReactNode } from 'react';
import { lazyPart } from '../parts/lazy-part.tsx';

const FloatingLabel = lazyPart(() => import('./floating-label.tsx').then((file) => file.FloatingLabel), {
  problem: () => null,
});

/** Displays the name of an icon beside it while the pointer or the focus is on it. The icon has its own accessible name. */
export function HoverLabel(props: { readonly text: string; readonly children: ReactNode }): ReactNode {
  const anchor = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  const show = () => setShown(true);
  const hide = () => setShown(false);
  return (
    <div
      ref={anchor}
      role="presentation"
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={hide}
    >
      {props.children}
      {isShown && <FloatingLabel anchor={anchor} text={props.text} />}
    </div>
  );
}
