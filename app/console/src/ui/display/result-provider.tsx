import { useMemo, useState, type ReactNode } from 'react';
import { ResultContext, type ActionResult, type ShownResult } from './results.ts';

/** Stores the result of the last action. `ResultPlace` displays it. */
export function ResultProvider(props: { readonly children: ReactNode }): ReactNode {
  const [shown, setShown] = useState<ShownResult>();
  const results = useMemo(
    () => ({
      shown,
      show: (result: ActionResult) => setShown({ ...result, path: location.pathname }),
      clear: () => setShown(undefined),
    }),
    [shown],
  );
  return <ResultContext value={results}>{props.children}</ResultContext>;
}
