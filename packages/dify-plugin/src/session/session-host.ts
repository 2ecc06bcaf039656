import { DuplexBackwardsChannel } from '../dify/duplex-backwards-channel.ts';
import type { LineWriter } from '../flow/line-writer.ts';
import type { PluginDefinition } from '../plugin/plugin-definition.ts';
import { readIncomingMessage, type IncomingRequest } from '../wire/incoming-message.ts';
import type { Log } from './create-session-context.ts';
import { runSession } from './run-session.ts';
import type { Runtime } from './runtime.ts';
import { SessionOutput } from './session-output.ts';

/** What a host of sessions needs. */
export type SessionHostOptions = {
  plugin: PluginDefinition;
  writer: LineWriter;
  runtime: Runtime;
  log: Log;
  /** Told about lines before the first message, because a daemon that refuses says so in plain words. */
  onNoise?(line: string): void;
};

/** Serves any number of requests at once over one connection, and brings answers of Dify to the call that waits. */
export class SessionHost {
  readonly #options: SessionHostOptions;
  readonly #sessions = new Map<string, { channel: DuplexBackwardsChannel; done: Promise<void> }>();
  readonly #gone = new AbortController();
  #isAccepted = false;

  constructor(options: SessionHostOptions) {
    this.#options = options;
  }

  receive(line: string): void {
    const message = readIncomingMessage(line);
    if (message === undefined) {
      // The length only: a broken line may hold someone's key.
      this.#options.log('WARNING', `A line of ${line.length} characters is not a message; it was ignored.`);
      if (!this.#isAccepted) this.#options.onNoise?.(line);
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

  /** Settles when no request is being served. */
  async idle(): Promise<void> {
    while (this.#sessions.size > 0) await Promise.all([...this.#sessions.values()].map(({ done }) => done));
  }

  /** The daemon has gone: every request is given up. */
  abort(): void {
    this.#gone.abort();
  }

  // The daemon would wait for its own timeout if nobody told it.
  #refuse(id: string): void {
    if (this.#sessions.has(id)) return;
    const message = 'The request has no type or action.';
    const output = new SessionOutput(id, this.#options.writer);
    output.end({ error_type: 'InvokeBadRequestError', message, args: {} }).catch(() => {});
  }

  #start(request: IncomingRequest): void {
    const { plugin, writer, runtime, log } = this.#options;
    const id = request.session_id;
    if (this.#sessions.has(id)) return log('WARNING', 'A request came twice; the second one was ignored.');
    const output = new SessionOutput(id, writer);
    const channel = new DuplexBackwardsChannel({
      send: (invoke) => output.invoke(invoke),
      createId: runtime.createId,
    });
    const parts = { plugin, output, channel, runtime, log, hostSignal: this.#gone.signal };
    const done = runSession(request, parts).finally(() => this.#sessions.delete(id));
    this.#sessions.set(id, { channel, done });
  }
}
