import { useMemo, useState, type ReactNode } from 'react';
import { ResultContext, type ActionResult } from './results.ts';

/** Stores the result of the last action. `ResultPlace` displays it. */
export function ResultProvider(props: { readonly children: ReactNode }): ReactNode {
  const [shown, show] = useState<ActionResult>();
  const results = useMemo(() => ({ shown, show, clear: () => show(undefined) }), [shown]);
  return <ResultContext value={results}>{props.children}</ResultContext>;
}
