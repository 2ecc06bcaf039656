import { useCallback, useEffect, useMemo, useState, type RefObject } from 'react';
import { jsonText } from '../../ui/display/json-value.tsx';
import type { ShownValues } from './shown-values.ts';
import { scrollToPart, useUnseenParts } from './use-unseen-parts.ts';
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
