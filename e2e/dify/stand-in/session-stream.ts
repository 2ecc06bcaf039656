import type { PluginFailure } from './plugin-failure.ts';

/** The items of one response. Queued items are read first, and items beyond the limit are dropped silently. */
export class SessionStream implements AsyncIterable<unknown> {
  readonly #waiting: unknown[] = [];
  readonly #limit: number;
  readonly #onDone: () => void;
  #outcome: { failure?: PluginFailure } | undefined;
  #wake: () => void = () => {};

  constructor(limit: number, onDone: () => void) {
    this.#limit = limit;
    this.#onDone = onDone;
  }

  push(item: unknown): void {
    if (this.#outcome !== undefined || this.#waiting.length >= this.#limit) return;
    this.#waiting.push(item);
    this.#wake();
  }

  end(): void {
    this.#finish({});
  }

  fail(failure: PluginFailure): void {
    this.#finish({ failure });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator {
    try {
      for (;;) {
        while (this.#waiting.length > 0) yield this.#waiting.shift();
        if (this.#outcome !== undefined) return;
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#wake = resolve;
        await promise;
      }
    } finally {
      this.#onDone();
    }
  }

  /** The reason of a failed end; undefined otherwise. */
  get failure(): PluginFailure | undefined {
    return this.#outcome?.failure;
  }

  #finish(outcome: { failure?: PluginFailure }): void {
    this.#outcome ??= outcome;
    this.#wake();
  }
}
