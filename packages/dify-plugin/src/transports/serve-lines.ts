import type { Readable, Writable } from 'node:stream';
import { StreamLineWriter, type LineWriter } from '../flow/line-writer.ts';
import type { PluginDefinition } from '../plugin/plugin-definition.ts';
import type { Runtime } from '../session/runtime.ts';
import { SessionHost } from '../session/session-host.ts';
import { LineSplitter } from '../wire/line-splitter.ts';
import type { Clock } from '../flow/clock.ts';
import type { Log } from '../session/create-session-context.ts';
import { encodeLine } from '../wire/encode-line.ts';

/** A connection that transports lines in both directions. */
export type LineConnection = {
  plugin: PluginDefinition;
  runtime: Runtime;
  input: Readable;
  output: Writable;
  /** The first lines to send. The input is read at the same time, because a rejection may arrive at any time. */
  introduction?: Iterable<string>;
  onPlainLine?(line: string): void;
};

/**
 * Serves a plugin until its input ends and every request has ended, or until the reader of its output disconnects. The end
 * of the input does not stop requests: a daemon may send one request and close its side immediately.
 */
export async function serveLines(connection: LineConnection): Promise<void> {
  const { plugin, runtime, input, output, introduction = [], onPlainLine } = connection;
  const disconnected = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const writer = new StreamLineWriter(output, () => disconnected.resolve());
  const log = createEventLog(writer, runtime.clock);
  const host = new SessionHost({ plugin, writer, runtime, log, ...(onPlainLine && { onPlainLine }) });
  const splitter = new LineSplitter(
    {
      onLine: (line) => host.receive(line),
      onOversized: (bytes) => log('ERROR', `A request of ${bytes} bytes is too large; it was ignored.`),
    },
    runtime.maxRequestBytes,
  );
  const finish = () => {
    splitter.end();
    ended.resolve();
  };
  input.on('data', (chunk: Uint8Array) => splitter.push(chunk));
  input.once('end', finish);
  input.once('error', finish);
  input.once('close', finish);

  const over = Promise.race([disconnected.promise, ended.promise.then(() => host.idle())]);
  const isIntroduced = await Promise.race([introduce(introduction, writer), over.then(() => false)]);
  if (!isIntroduced) return host.abort();
  const stopHeartbeat = startHeartbeat(writer, runtime.clock, runtime.heartbeatMs);
  await over;
  host.abort();
  stopHeartbeat();
  await new Promise<void>((resolve) => {
    // A process that exits now would lose the buffered output.
    if (output.destroyed || output.writableEnded) resolve();
    else output.write('', () => resolve());
  });
}

/** Returns false when the daemon disconnected before it had received all lines. */
async function introduce(introduction: Iterable<string>, writer: LineWriter): Promise<boolean> {
  try {
    for (const line of introduction) await writer.write(line);
    return true;
  } catch {
    return false;
  }
}

const MAX_MESSAGE_LENGTH = 8192;

/** Creates a log that is sent as events beside the responses. A line that cannot be delivered is dropped without an error. */
function createEventLog(writer: LineWriter, clock: Clock): Log {
  return (level, message) => {
    const data = { level, message: message.slice(0, MAX_MESSAGE_LENGTH), timestamp: clock.now() / 1000 };
    writer.write(encodeLine({ event: 'log', data })).catch(() => {});
  };
}

/** Sends a heartbeat immediately and then periodically. Returns a function that stops it. */
function startHeartbeat(writer: LineWriter, clock: Clock, intervalMs: number): () => void {
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
