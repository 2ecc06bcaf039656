import type { StreamEvent } from '../sdk/upstream.ts';

/** The callbacks for the events and the end of a stream. */
export interface StreamGuard {
  /** Inspects an event before the consumer receives it. */
  readonly accept: (event: StreamEvent) => void;
  /** Returns the error to throw, if any, when the stream ended without one. */
  readonly conclude: () => Error | undefined;
  /** Returns the error to throw instead of the error of the stream. */
  readonly describe: (error: unknown) => unknown;
}

/**
 * Passes the events of a stream through a guard. The iterator is written manually because nesting generators costs a
 * fifth of the total time of a stream.
 */
export class GuardedStream implements AsyncIterableIterator<StreamEvent> {
  readonly #start: () => Promise<AsyncIterable<StreamEvent>>;
  readonly #guard: StreamGuard;
  #events: AsyncIterator<StreamEvent> | undefined;
  #isOver = false;

  constructor(start: () => Promise<AsyncIterable<StreamEvent>>, guard: StreamGuard) {
    this.#start = start;
    this.#guard = guard;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<StreamEvent>> {
    if (this.#isOver) return Promise.resolve({ done: true, value: undefined });
    const event = this.#events === undefined ? this.#firstEvent() : this.#events.next();
    return event.then(this.#accept, this.#fail);
  }

  async return(): Promise<IteratorResult<StreamEvent>> {
    this.#isOver = true;
    await this.#events?.return?.();
    return { done: true, value: undefined };
  }

  async #firstEvent(): Promise<IteratorResult<StreamEvent>> {
    const events = await this.#start();
    this.#events = events[Symbol.asyncIterator]();
    return this.#events.next();
  }

  readonly #accept = (result: IteratorResult<StreamEvent>): IteratorResult<StreamEvent> => {
    if (result.done === true) {
      this.#isOver = true;
      const error = this.#guard.conclude();
      if (error !== undefined) throw error;
      return result;
    }
    try {
      this.#guard.accept(result.value);
      return result;
    } catch (error) {
      void this.return();
      throw error;
    }
  };

  readonly #fail = (error: unknown): never => {
    this.#isOver = true;
    throw this.#guard.describe(error);
  };
}
