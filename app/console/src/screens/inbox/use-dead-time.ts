import { useEffect, useState } from 'react';

/** How long nothing can be decided after what is displayed has changed. */
const DEAD_TIME_MS = 500;

/**
 * Whether what is displayed has just changed. A key or a click in this time was meant for what was displayed before, so
 * that decisions ignore it.
 */
export function useDeadTime(displayed: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(displayed), DEAD_TIME_MS);
    return () => clearTimeout(timer);
  }, [displayed]);
  return settled !== displayed;
}
