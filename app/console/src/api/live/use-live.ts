import { createContext, useContext, useEffect, useRef } from 'react';
import type { AuditEvent } from './audit-event.ts';
import type { StreamState } from './event-stream.ts';

/** The state of the live connection. */
interface Live {
  readonly state: StreamState;
  /** The last time at which the screen was known to be complete. */
  readonly since: number | undefined;
  readonly listen: (listener: (auditEvent: AuditEvent) => void) => () => void;
}

/** The context that provides the live connection. */
export const LiveContext = createContext<Live | undefined>(undefined);

/** Returns the state of the live connection. */
export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive must be used inside of LiveProvider.');
  return live;
}

/** Calls a function with every event while the component is mounted. */
export function useAuditEvents(onAuditEvent: (auditEvent: AuditEvent) => void): void {
  const { listen } = useLive();
  const latest = useRef(onAuditEvent);
  useEffect(() => {
    latest.current = onAuditEvent;
  });
  useEffect(() => listen((auditEvent) => latest.current(auditEvent)), [listen]);
}
