import type { LineWriter } from '../flow/line-writer.ts';
import { encodeLine } from '../wire/encode-line.ts';
import type { JsonRecord } from '../wire/json-record.ts';
import type { SessionMessage, WireError, WireInvoke } from '../wire/outgoing-event.ts';

/** A message was sent for a request that has ended. */
class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';
}

/** The output of one request: any number of items, at most one error, exactly one end, and nothing after it. */
export class SessionOutput {
  readonly #sessionId: string;
  readonly #writer: LineWriter;
  #isOpen = true;

  constructor(sessionId: string, writer: LineWriter) {
    this.#sessionId = sessionId;
    this.#writer = writer;
  }

  stream(data: JsonRecord): Promise<void> {
    return this.#send({ type: 'stream', data });
  }

  invoke(data: WireInvoke): Promise<void> {
    return this.#send({ type: 'invoke', data });
  }

  async end(failure?: WireError): Promise<void> {
    if (!this.#isOpen) return;
    const error = failure === undefined ? undefined : this.#send({ type: 'error', data: failure });
    const end = this.#send({ type: 'end', data: {} });
    this.#isOpen = false;
    await Promise.all([error, end]);
  }

  async #send(data: SessionMessage): Promise<void> {
    if (!this.#isOpen) throw new SessionEndedError('The request has already ended.');
    return this.#writer.write(encodeLine({ event: 'session', session_id: this.#sessionId, data }));
  }
}
