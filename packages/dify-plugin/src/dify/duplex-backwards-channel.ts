import { PluginError } from '../errors/plugin-error.ts';
import { AsyncQueue } from '../flow/async-queue.ts';
import type { BackwardsResponse } from '../wire/incoming-message.ts';
import type { WireInvoke } from '../wire/outgoing-event.ts';
import type { BackwardsCall, BackwardsChannel } from './backwards-channel.ts';

/** What a duplex channel needs: a way to say `invoke` in its session, and ids. */
export type DuplexBackwardsOptions = {
  send(invoke: WireInvoke): Promise<void>;
  createId(): string;
};

/** Calls over the same connection that carries the requests. Several may be open; answers find their call by id. */
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

  /** Takes an answer of the daemon; false when no open call asked for it. */
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

/** What Dify said about a call that it could not carry out. */
export function toBackwardsError(message: string | null | undefined): PluginError {
  return new PluginError(
    'InvokeServerUnavailableError',
    `Dify refused the call: ${message || 'no reason given'}`,
  );
}
