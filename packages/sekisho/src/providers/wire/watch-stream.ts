import { providerFailure } from '../provider-failure.ts';
import { StallWatch } from './stall-watch.ts';
import type { WireContext } from './wire-context.ts';

/** The bytes of a body. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Transforms the bytes of a stream. */
export interface StreamRepair {
  accept(bytes: Bytes): Bytes;
  /** Returns the remaining output after the source has ended. */
  end(): Bytes;
  /** Whether the output is complete, even if the source continues. */
  readonly isDone: boolean;
}

/** Returns the response with a body that is repaired and that fails when no event arrives for too long. */
export function watchResponse(response: Response, repair: StreamRepair, context: WireContext): Response {
  if (response.body === null) return response;
  const reader = new WatchedReader(response.body.getReader(), repair, context);
  const headers = { 'content-type': 'text/event-stream', ...requestIdOf(response) };
  return new Response(new DirectStream(reader), { headers });
}

/** Returns the header with the id of the request, if the server sent one. */
export function requestIdOf(response: Response): Record<string, string> {
  const id = response.headers.get('x-request-id');
  return id === null ? {} : { 'x-request-id': id };
}

/** Returns whether a response is streamed. */
export function isEventStream(response: Response): boolean {
  return /event-stream/i.test(response.headers.get('content-type') ?? '');
}

/** A stream without a queue. Its reader reads from the source directly, which halves the cost of a second stream. */
class DirectStream extends ReadableStream<Bytes> {
  readonly #reader: WatchedReader;

  constructor(reader: WatchedReader) {
    super(
      {
        async pull(controller) {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: () => reader.cancel(),
      },
      { highWaterMark: 0 },
    );
    this.#reader = reader;
  }

  override getReader(options: { mode: 'byob' }): ReadableStreamBYOBReader;
  override getReader(): ReadableStreamDefaultReader<Bytes>;
  override getReader(options?: {
    mode: 'byob';
  }): ReadableStreamBYOBReader | ReadableStreamDefaultReader<Bytes> {
    return options === undefined ? this.#reader : super.getReader(options);
  }
}

type ReadResult = Awaited<ReturnType<ReadableStreamDefaultReader<Bytes>['read']>>;

class WatchedReader implements ReadableStreamDefaultReader<Bytes> {
  readonly #source: ReadableStreamDefaultReader<Bytes>;
  readonly #repair: StreamRepair;
  readonly #context: WireContext;
  readonly #watch: StallWatch;

  constructor(source: ReadableStreamDefaultReader<Bytes>, repair: StreamRepair, context: WireContext) {
    this.#source = source;
    this.#repair = repair;
    this.#context = context;
    // Canceling ends the pending read, which must then not report that the server ended the stream.
    this.#watch = new StallWatch(context.timeoutMs, () => void source.cancel());
  }

  get closed(): ReadableStreamDefaultReader<Bytes>['closed'] {
    return this.#source.closed;
  }

  read(): Promise<ReadResult> {
    if (this.#repair.isDone) return this.#end();
    this.#watch.startWaiting();
    return this.#source.read().then(this.#accept, this.#fail);
  }

  async cancel(): Promise<void> {
    this.#watch.end();
    await this.#source.cancel();
  }

  releaseLock(): void {
    this.#watch.end();
    this.#source.releaseLock();
  }

  readonly #accept = (result: ReadResult): ReadResult | Promise<ReadResult> => {
    if (this.#watch.hasStalled) throw this.#stalled();
    const output = this.#repairResult(result);
    if (output.byteLength === 0) {
      this.#watch.keepAlive();
      return this.#repair.isDone ? this.#end() : this.#source.read().then(this.#accept, this.#fail);
    }
    this.#watch.stopWaiting();
    return { done: false, value: output };
  };

  readonly #fail = (error: unknown): never => {
    this.#watch.end();
    throw error;
  };

  #stalled(): Error {
    const { provider, timeoutMs } = this.#context;
    const what = `sent no part of its response for ${timeoutMs} ms or longer. Try again or increase AGENTS_REQUEST_TIMEOUT_MS.`;
    return providerFailure(provider, 'stream-stalled', what);
  }

  #repairResult(result: ReadResult): Bytes {
    try {
      return result.done ? this.#repair.end() : this.#repair.accept(result.value);
    } catch (error) {
      void this.cancel();
      throw error;
    }
  }

  async #end(): Promise<ReadResult> {
    await this.cancel();
    return { done: true, value: undefined };
  }
}
