import { useEffect, useState, type ReactNode } from 'react';
import { NowContext } from './use-now.ts';

/** Updates the time of the page once a second, and immediately when a hidden page becomes visible. */
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
