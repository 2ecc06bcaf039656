import { useEffect, useState, type ReactNode } from 'react';
import { NowContext } from './use-now.ts';

/** Moves the clock of the page once a second, and at once when a hidden page is shown again. */
export function ClockProvider(props: { readonly children: ReactNode }): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return <NowContext value={now}>{props.children}</NowContext>;
}
