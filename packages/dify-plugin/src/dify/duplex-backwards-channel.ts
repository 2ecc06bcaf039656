import { PluginError } from '../errors/plugin-error.ts';
import { AsyncQueue } from '../flow/async-queue.ts';
import type { BackwardsResponse } from '../wire/incoming-message.ts';
import type { WireInvoke } from '../wire/outgoing-event.ts';
import type { BackwardsCall, BackwardsChannel } from './backwards-channel.ts';

/** The dependencies of a duplex channel: a function that sends `invoke` in its session, and ids. */
export type DuplexBackwardsOptions = {
  send(invoke: WireInvoke): Promise<void>;
  createId(): string;
};

/** Sends calls over the connection that carries the requests. Several calls may be open; responses are matched by id. */
export class DuplexBackwardsChannel implements BackwardsChannel {
  readonly #options: DuplexBackwardsOptions;
  readonly #open = new Map<string, AsyncQueue<unknown>>();

  constructor(options: DuplexBackwardsOptions) {
    this.#options = options;
  }

  async *call(call: BackwardsCall, signal: AbortSignal): AsyncGenerator {
    signal.throwIfAborted();
    const id = this.#options.createId();
    const answers = new AsyncQueue<unknown>();
    const abort = () => answers.fail(signal.reason);
    this.#open.set(id, answers);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await this.#options.send({ type: call.type, backwards_request_id: id, request: call.request });
      yield* answers;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#open.delete(id);
    }
  }

  /** Accepts a response of the daemon. Returns false when no open call has its id. */
  accept(response: BackwardsResponse): boolean {
    const { backwards_request_id: id, event, message, data } = response.data;
    const answers = this.#open.get(id);
    if (answers === undefined) return false;
    switch (event) {
      case 'response':
        answers.push(data);
        break;
      case 'error':
        answers.fail(toBackwardsError(message));
        break;
      case 'end':
        answers.close();
        break;
    }
    return true;
  }
}

/** Creates the error for a call that Dify rejected. */
export function toBackwardsError(message: string | null | undefined): PluginError {
  return new PluginError(
    'InvokeServerUnavailableError',
    `Dify rejected the call: ${message || 'no reason given'}`,
  );
}
