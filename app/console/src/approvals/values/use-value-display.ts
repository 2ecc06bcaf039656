import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { jsonText } from '../../ui/display/json-value.tsx';
import type { ShownValues } from './shown-values.ts';
import { partsOf } from './value-parts.ts';

/** The display state of the values, and whether all of them have been on the screen. */
export function useValueDisplay(box: RefObject<HTMLElement | null>, values: readonly ShownValues[]) {
  const [view, setView] = useState<'table' | 'json'>('table');
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(NONE);
  const [target, setTarget] = useState<{ readonly id: string }>();
  const required = useMemo(() => values.flatMap(requiredParts), [values]);
  const unseen = useUnseenParts(box, required);
  const expand = useCallback(
    (names: readonly string[]) => setExpanded((before) => new Set([...before, ...names])),
    [],
  );
  useEffect(() => {
    // Runs after the value that contains the part was expanded and rendered.
    if (target) scrollToPart(box.current, target.id);
  }, [target, box]);
  return {
    view,
    setView,
    expanded,
    expand,
    isSeen: unseen.length === 0,
    /** Scrolls to the first part that was not on the screen yet. */
    showRest: () => {
      const [id] = unseen;
      if (id === undefined) return;
      setView('table');
      expand(values.flatMap(namesOf));
      setTarget({ id });
    },
  };
}

function requiredParts(shown: ShownValues): readonly string[] {
  if (shown.values === null) return idsOf(shown.prefix, shown.text);
  return Object.entries(shown.values).flatMap(([name, value]) =>
    idsOf(`${shown.prefix}${name}`, jsonText(value)),
  );
}

const namesOf = (shown: ShownValues) =>
  shown.values === null ? [shown.prefix] : Object.keys(shown.values).map((name) => `${shown.prefix}${name}`);

const idsOf = (name: string, text: string) => partsOf(name, text).map((part) => part.id);

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the required parts of a request that have not been on the screen yet. A part is an element with the
 * attribute `data-part`. A part that is not rendered, because its value is collapsed, was not on the screen.
 */
function useUnseenParts(box: RefObject<HTMLElement | null>, required: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(NO_PARTS);
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
function scrollToPart(box: HTMLElement | null, id: string): void {
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

const NO_PARTS: ReadonlySet<string> = new Set();
const THRESHOLDS = [0, 0.25, 0.5, 0.75, 0.9, 1];
