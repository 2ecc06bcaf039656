import { StallWatch } from './stall-watch.ts';

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

/** Repairs a stream and makes it fail when no event arrives for too long. */
export function watchStream(
  source: ReadableStream<Bytes>,
  repair: StreamRepair,
  limit: { readonly timeoutMs: number; readonly createError: () => Error },
): ReadableStream<Bytes> {
  return new DirectStream(new WatchedReader(source.getReader(), repair, limit));
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
  readonly #watch: StallWatch;
  readonly #createError: () => Error;

  constructor(
    source: ReadableStreamDefaultReader<Bytes>,
    repair: StreamRepair,
    limit: { readonly timeoutMs: number; readonly createError: () => Error },
  ) {
    this.#source = source;
    this.#repair = repair;
    this.#createError = limit.createError;
    // Canceling ends the pending read, which must then not report that the server ended the stream.
    this.#watch = new StallWatch(limit.timeoutMs, () => void source.cancel());
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
    if (this.#watch.hasStalled) throw this.#createError();
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
