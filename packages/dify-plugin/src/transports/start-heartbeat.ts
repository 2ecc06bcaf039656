import type { Clock } from '../flow/clock.ts';
import type { LineWriter } from '../flow/line-writer.ts';
import { encodeLine } from '../wire/encode-line.ts';

/** Sends a heartbeat immediately and then periodically. Returns a function that stops it. */
export function startHeartbeat(writer: LineWriter, clock: Clock, intervalMs: number): () => void {
  const line = encodeLine({ event: 'heartbeat', session_id: null, data: {} });
  let isWaiting = false;
  let cancel: (() => void) | undefined;
  const beat = () => {
    cancel = clock.schedule(intervalMs, beat);
    // While the reader is blocked, one queued heartbeat is enough.
    if (isWaiting) return;
    isWaiting = true;
    send().catch(() => cancel?.());
  };
  const send = async () => {
    await writer.write(line);
    isWaiting = false;
  };
  beat();
  return () => cancel?.();
}
