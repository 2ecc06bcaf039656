import { useEffect, useState } from 'react';

/** Returns the whole seconds until a moment, rounded up. It updates exactly when a second has passed. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, moment - now);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return Math.ceil(left / 1000);
}
