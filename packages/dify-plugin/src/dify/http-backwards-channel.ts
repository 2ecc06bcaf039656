import { PluginError } from '../errors/plugin-error.ts';
import { backwardsResponseSchema, type BackwardsResponse } from '../wire/incoming-message.ts';
import { encodeLine } from '../wire/encode-line.ts';
import { LineSplitter } from '../wire/line-splitter.ts';
import type { BackwardsCall, BackwardsChannel } from './backwards-channel.ts';
import { toBackwardsError } from './duplex-backwards-channel.ts';
import { toConnectionError } from './to-connection-error.ts';

const MAX_ANSWER_LINE_BYTES = 64 * 1024 * 1024;

/** The address of the daemon for a serverless plugin. */
export type HttpBackwardsOptions = {
  daemonUrl: string;
  sessionId: string;
  createId(): string;
  fetch: typeof globalThis.fetch;
};

/** Sends each call in its own HTTP request, because a serverless response is one-directional. */
export class HttpBackwardsChannel implements BackwardsChannel {
  readonly #options: HttpBackwardsOptions;

  constructor(options: HttpBackwardsOptions) {
    this.#options = options;
  }

  async *call(call: BackwardsCall, signal: AbortSignal): AsyncGenerator {
    const { sessionId } = this.#options;
    const id = this.#options.createId();
    const body = encodeLine({
      event: 'session',
      session_id: sessionId,
      data: {
        type: 'invoke',
        data: { type: call.type, backwards_request_id: id, request: call.request },
      },
    });
    for await (const { data } of this.#post(body, signal)) {
      if (data.backwards_request_id !== id) continue;
      if (data.event === 'end') return;
      if (data.event === 'error') throw toBackwardsError(data.message);
      yield data.data;
    }
    throw new PluginError('InvokeConnectionError', 'Dify ended its response too early.');
  }

  async *#post(body: string, signal: AbortSignal): AsyncGenerator<BackwardsResponse> {
    const { daemonUrl, sessionId, fetch } = this.#options;
    try {
      const response = await fetch(`${daemonUrl.replace(/\/+$/, '')}/backwards-invocation/transaction`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Dify-Plugin-Session-ID': sessionId },
        body,
        signal,
      });
      if (!response.ok) throw toBackwardsError(`the daemon responded with status ${response.status}`);
      if (response.body !== null) yield* readResponses(response.body);
    } catch (thrown) {
      throw toConnectionError(thrown, signal, 'The plugin daemon is unreachable or closed the connection.');
    }
  }
}

async function* readResponses(body: AsyncIterable<Uint8Array>): AsyncGenerator<BackwardsResponse> {
  const ready: BackwardsResponse[] = [];
  const splitter = new LineSplitter(
    {
      onLine: (line) => {
        const response = readResponse(line);
        if (response !== undefined) ready.push(response);
      },
      onOversized: () => {},
    },
    MAX_ANSWER_LINE_BYTES,
  );
  for await (const chunk of body) {
    splitter.push(chunk);
    yield* ready.splice(0);
  }
  splitter.end();
  yield* ready;
}

function readResponse(line: string): BackwardsResponse | undefined {
  try {
    return backwardsResponseSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
