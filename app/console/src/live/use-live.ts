import { createContext, useContext, useEffect, useRef } from 'react';
import type { AuditNews } from './audit-news.ts';
import type { StreamState } from './event-stream.ts';

/** The live connection as components see it. */
interface Live {
  readonly state: StreamState;
  /** When the screen was last known to be complete. */
  readonly since: number | undefined;
  readonly listen: (listener: (news: AuditNews) => void) => () => void;
}

/** Carries the live connection to every component. */
export const LiveContext = createContext<Live | undefined>(undefined);

/** Gives the state of the live connection. */
export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive needs a LiveProvider above it.');
  return live;
}

/** Calls a function with every piece of news while the component is on the screen. */
export function useNews(onNews: (news: AuditNews) => void): void {
  const { listen } = useLive();
  const latest = useRef(onNews);
  useEffect(() => {
    latest.current = onNews;
  });
  useEffect(() => listen((news) => latest.current(news)), [listen]);
}
