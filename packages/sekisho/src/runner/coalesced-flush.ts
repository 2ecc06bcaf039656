import { setImmediate as nextTurn } from 'node:timers/promises';

/** Combines writes that are requested at about the same time into one flush. */
export class CoalescedFlush {
  readonly #store: () => Promise<void>;
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** `store` makes all pending writes durable. */
  constructor(store: () => Promise<void>) {
    this.#store = store;
  }

  /** Resolves when the currently pending writes are stored. */
  flush(): Promise<void> {
    this.#next ??= this.#flushAfterCurrent();
    return this.#next;
  }

  async #flushAfterCurrent(): Promise<void> {
    // The callers of that flush have already received its failure.
    await this.#current.catch(() => {});
    await nextTurn();
    this.#next = undefined;
    this.#current = this.#store();
    await this.#current;
  }
}
