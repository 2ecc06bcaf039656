import { useEffect, useState } from 'react';

/** The time without decisions after the displayed request has changed. */
const DEAD_TIME_MS = 500;

/**
 * Returns whether the displayed content has just changed. A key or a click in this time was meant for the previous
 * content, so decisions ignore it.
 */
export function useDecisionLock(displayed: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(displayed), DEAD_TIME_MS);
    return () => clearTimeout(timer);
  }, [displayed]);
  return settled !== displayed;
}
