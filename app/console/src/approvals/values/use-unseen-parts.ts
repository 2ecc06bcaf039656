import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';

/**
 * Returns the required parts of a request that have not been on the screen yet. A part is an element with the
 * attribute
 * `data-part`. A part that is not rendered, because its value is collapsed, was not on the screen.
 */
export function useUnseenParts(
  box: RefObject<HTMLElement | null>,
  required: readonly string[],
): readonly string[] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(NONE);
  const observer = useRef<IntersectionObserver>(undefined);
  useEffect(() => {
    observer.current = new IntersectionObserver(
      (entries) => {
        const displayed = entries.filter(isDisplayed).flatMap(({ target }) => idOf(target));
        if (displayed.length > 0) setSeen((before) => new Set([...before, ...displayed]));
      },
      { threshold: THRESHOLDS },
    );
    return () => observer.current?.disconnect();
  }, []);
  useEffect(() => {
    // Values are rendered when they are loaded or expanded; observing an element twice has no effect.
    for (const part of box.current?.querySelectorAll('[data-part]') ?? []) observer.current?.observe(part);
  });
  return useMemo(() => required.filter((id) => !seen.has(id)), [required, seen]);
}

/** Scrolls a part into view. */
export function scrollToPart(box: HTMLElement | null, id: string): void {
  for (const part of box?.querySelectorAll('[data-part]') ?? []) {
    if (part.getAttribute('data-part') === id) part.scrollIntoView({ block: 'start' });
  }
}

/** Returns whether nearly all of a part is on the screen, or as much of it as fits. */
function isDisplayed({ intersectionRatio, intersectionRect, target }: IntersectionObserverEntry): boolean {
  const room = target.closest('[data-scroll]')?.clientHeight ?? innerHeight;
  return intersectionRatio >= 0.9 || intersectionRect.height >= room * 0.8;
}

const idOf = (part: Element) => part.getAttribute('data-part') ?? [];

const NONE: ReadonlySet<string> = new Set();
const THRESHOLDS = [0, 0.25, 0.5, 0.75, 0.9, 1];
