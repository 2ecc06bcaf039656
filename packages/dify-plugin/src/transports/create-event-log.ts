import type { Clock } from '../flow/clock.ts';
import type { LineWriter } from '../flow/line-writer.ts';
import type { Log } from '../session/create-session-context.ts';
import { encodeLine } from '../wire/encode-line.ts';

const MAX_MESSAGE_LENGTH = 8192;

/** Creates a log that is sent as events beside the responses. A line that cannot be delivered is dropped without an error. */
export function createEventLog(writer: LineWriter, clock: Clock): Log {
  return (level, message) => {
    const data = { level, message: message.slice(0, MAX_MESSAGE_LENGTH), timestamp: clock.now() / 1000 };
    writer.write(encodeLine({ event: 'log', data })).catch(() => {});
  };
}
