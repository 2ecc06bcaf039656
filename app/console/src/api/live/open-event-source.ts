import type { ChannelReports } from './event-stream.ts';

/** Opens the server's event stream after the last event. Returns the function that closes it. */
export function openEventSource(lastEventId: string, reports: ChannelReports): () => void {
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
