/** A queue with one reader. Items wait for the reader, and the reader waits for items. */
export class AsyncQueue<Item> implements AsyncIterable<Item> {
  readonly #items: Item[] = [];
  #end: { failure?: unknown } | undefined;
  #wake: (() => void) | undefined;

  push(item: Item): void {
    if (this.#end !== undefined) return;
    this.#items.push(item);
    this.#wake?.();
  }

  /** Ends the queue. Waiting items are still read. */
  close(): void {
    this.#end ??= {};
    this.#wake?.();
  }

  /** Ends the queue. The reader receives the waiting items and then the failure. */
  fail(failure: unknown): void {
    this.#end ??= { failure };
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for (;;) {
      const batch = this.#items.splice(0);
      yield* batch;
      if (this.#items.length > 0) continue;
      if (this.#end !== undefined) {
        if ('failure' in this.#end) throw this.#end.failure;
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }
}
