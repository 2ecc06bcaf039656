import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { readAuditEvent, type AuditEvent } from '../api/live/audit-event.ts';
import {
  EventStream,
  type ChannelReports,
  type LiveEvent,
  type StreamState,
} from '../api/live/event-stream.ts';
import { useSession } from '../access/use-session.ts';
import { refreshQueries } from '../api/live/refresh-queries.ts';
import { staleKeys } from '../api/live/stale-keys.ts';
import { LiveContext } from '../api/live/use-live.ts';

/** Keeps the data live: events mark cached responses as stale, and a lost connection is reopened automatically. */
export function LiveProvider(props: { readonly children: ReactNode }): ReactNode {
  const queries = useQueryClient();
  const position = useRef(String(useSession().seq));
  const listeners = useRef(new Set<(auditEvent: AuditEvent) => void>());
  const [state, setState] = useState<StreamState>('connecting');
  const [since, setSince] = useState<number>();

  useEffect(() => {
    const refresh = gather(queries);
    const stream = new EventStream({
      position: position.current,
      open: openEventSource,
      onEvent: (event) => take(event, refresh, listeners.current),
      onState: (next) => {
        setState(next);
        if (next === 'lost') setSince((before) => before ?? Date.now());
        if (next === 'live') setSince(undefined);
      },
      onReconnect: () => refresh.all(),
      after: (milliseconds, call) => {
        const timer = setTimeout(() => {
          // A server without a free stream still responds to requests, so the console polls it.
          if (milliseconds >= POLL_FROM_MS) refresh.all();
          call();
        }, milliseconds);
        return () => clearTimeout(timer);
      },
    });
    stream.start();
    return () => {
      stream.stop();
      refresh.stop();
    };
  }, [queries]);

  const live = useMemo(
    () => ({
      state,
      since,
      listen: (listener: (auditEvent: AuditEvent) => void) => {
        listeners.current.add(listener);
        return () => void listeners.current.delete(listener);
      },
    }),
    [state, since],
  );
  return <LiveContext value={live}>{props.children}</LiveContext>;
}

function take(
  event: LiveEvent,
  refresh: ReturnType<typeof gather>,
  listeners: ReadonlySet<(auditEvent: AuditEvent) => void>,
): void {
  if (event.type === 'reset') refresh.all();
  const auditEvent = event.type === 'audit' ? readAuditEvent(event.data) : undefined;
  if (!auditEvent) return;
  for (const key of staleKeys(auditEvent)) refresh.add(key);
  for (const listener of listeners) listener(auditEvent);
}

// An active run writes many records a second; one refetch for all of them is enough.
function gather(queries: QueryClient) {
  const waiting = new Map<string, readonly string[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    for (const queryKey of waiting.values()) void refreshQueries(queries, queryKey);
    waiting.clear();
  };
  return {
    add(key: readonly string[]) {
      waiting.set(key.join('/'), key);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    all: () => void refreshQueries(queries),
    stop: () => clearTimeout(timer),
  };
}

const GATHER_MS = 120;
const POLL_FROM_MS = 4000;

/** Opens the server's event stream after the last event. Returns the function that closes it. */
function openEventSource(lastEventId: string, reports: ChannelReports): () => void {
  const source = new EventSource(`/api/events?after=${encodeURIComponent(lastEventId)}`);
  source.addEventListener('open', () => reports.onOpen());
  source.addEventListener('error', () => reports.onLost());
  // The server sends a final event before it shuts down; waiting for the connection error would take seconds.
  source.addEventListener('bye', () => reports.onLost());
  for (const type of ['hello', 'audit', 'reset']) {
    source.addEventListener(type, (event) =>
      reports.onEvent({ id: event.lastEventId, type, text: String(event.data) }),
    );
  }
  return () => source.close();
}
