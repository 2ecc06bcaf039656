import type { JsonRecord } from '../../json/is-record.ts';
import type { Fault } from '../fault.ts';
import { ConnectionLost } from '../api/reply.ts';

/** How a stream is written: its delay, and where it breaks. */
export type Pace = {
  sleep: (ms: number) => Promise<void>;
  firstByteMs: number;
  perEventMs: number;
  fault: Fault | undefined;
};

/** One event of a stream. Without a name only the data line is written. */
export type WireEvent = { name: string | undefined; data: JsonRecord | '[DONE]' };

/** Writes server-sent events with the given delay and fault. */
export async function* writeChunks(events: readonly WireEvent[], pace: Pace): AsyncGenerator<string> {
  if (pace.firstByteMs > 0) await pace.sleep(pace.firstByteMs);
  for (const [index, event] of events.entries()) {
    const broken = breakStream(pace.fault, index);
    if (broken !== undefined) yield broken;
    if (pace.fault?.type === 'error-event' && index >= pace.fault.afterEvents) return;
    if (pace.fault?.type === 'stall' && index >= pace.fault.afterEvents) await new Promise(() => undefined);
    if (pace.perEventMs > 0) await pace.sleep(pace.perEventMs);
    const data = event.data === '[DONE]' ? event.data : JSON.stringify(event.data);
    yield event.name === undefined ? `data: ${data}\n\n` : `event: ${event.name}\ndata: ${data}\n\n`;
  }
}

function breakStream(fault: Fault | undefined, index: number): string | undefined {
  if (fault?.type === 'cut-stream' && index >= fault.afterEvents) throw new ConnectionLost();
  if (fault?.type === 'malformed' && index === 2)
    return 'event: response.output_text.delta\ndata: {"type":"resp\n\n';
  if (fault?.type === 'error-event' && index === fault.afterEvents) {
    const error = { type: 'error', code: 'server_error', message: 'The server had an error.', param: null };
    return `event: error\ndata: ${JSON.stringify({ ...error, sequence_number: index })}\n\n`;
  }
  return undefined;
}
