import { DuplexBackwardsChannel } from '../dify/duplex-backwards-channel.ts';
import type { LineWriter } from '../flow/line-writer.ts';
import type { PluginDefinition } from '../plugin/plugin-definition.ts';
import { readIncomingMessage, type IncomingRequest } from '../wire/incoming-message.ts';
import type { Log } from './create-session-context.ts';
import { runSession } from './run-session.ts';
import type { Runtime } from './runtime.ts';
import { SessionOutput } from './session-output.ts';

/** The dependencies of a session host. */
export type SessionHostOptions = {
  plugin: PluginDefinition;
  writer: LineWriter;
  runtime: Runtime;
  log: Log;
  /** Called for lines before the first message, because a daemon rejects a plugin with a plain text line. */
  onPlainLine?(line: string): void;
};

/** Serves concurrent requests over one connection, and passes responses of Dify to the waiting calls. */
export class SessionHost {
  readonly #options: SessionHostOptions;
  readonly #sessions = new Map<string, { channel: DuplexBackwardsChannel; done: Promise<void> }>();
  readonly #disconnected = new AbortController();
  #isAccepted = false;

  constructor(options: SessionHostOptions) {
    this.#options = options;
  }

  receive(line: string): void {
    const message = readIncomingMessage(line);
    if (message === undefined) {
      // Only the length is logged, because a broken line may contain a key.
      this.#options.log('WARNING', `A line of ${line.length} characters is not a message; it was ignored.`);
      if (!this.#isAccepted) this.#options.onPlainLine?.(line);
      return;
    }
    this.#isAccepted = true;
    switch (message.event) {
      case 'request':
        return this.#start(message);
      case 'backwards_response':
        return void this.#sessions.get(message.session_id)?.channel.accept(message);
      case 'malformed':
        return this.#refuse(message.session_id);
    }
  }

  /** Settles when no request is in progress. */
  async idle(): Promise<void> {
    while (this.#sessions.size > 0) await Promise.all([...this.#sessions.values()].map(({ done }) => done));
  }

  /** Aborts every request, because the daemon has disconnected. */
  abort(): void {
    this.#disconnected.abort();
  }

  // Without an error the daemon would wait until its own timeout.
  #refuse(id: string): void {
    if (this.#sessions.has(id)) return;
    const message = 'The request has no type or action.';
    const output = new SessionOutput(id, this.#options.writer);
    output.end({ error_type: 'InvokeBadRequestError', message, args: {} }).catch(() => {});
  }

  #start(request: IncomingRequest): void {
    const { plugin, writer, runtime, log } = this.#options;
    const id = request.session_id;
    if (this.#sessions.has(id))
      return log('WARNING', 'A request was received twice; the second one was ignored.');
    const output = new SessionOutput(id, writer);
    const channel = new DuplexBackwardsChannel({
      send: (invoke) => output.invoke(invoke),
      createId: runtime.createId,
    });
    const parts = { plugin, output, channel, runtime, log, hostSignal: this.#disconnected.signal };
    const done = runSession(request, parts).finally(() => this.#sessions.delete(id));
    this.#sessions.set(id, { channel, done });
  }
}
