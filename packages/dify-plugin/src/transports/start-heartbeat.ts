import type { Clock } from '../flow/clock.ts';
import type { LineWriter } from '../flow/line-writer.ts';
import { encodeLine } from '../wire/encode-line.ts';

/** Says at once and then again and again that the plugin lives; the returned function stops it. */
export function startHeartbeat(writer: LineWriter, clock: Clock, intervalMs: number): () => void {
  const line = encodeLine({ event: 'heartbeat', session_id: null, data: {} });
  let isWaiting = false;
  let cancel: (() => void) | undefined;
  const beat = () => {
    cancel = clock.schedule(intervalMs, beat);
    // While the reader is stuck, one heartbeat in the queue says as much as a hundred.
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
