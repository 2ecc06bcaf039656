import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets those who want something stored at about the same time share one trip to the store. */
export class CoalescedFlush {
  readonly #store: () => Promise<void>;
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** `store` stores everything that waits by then. */
  constructor(store: () => Promise<void>) {
    this.#store = store;
  }

  /** Resolves when what waits now is stored. */
  flush(): Promise<void> {
    this.#next ??= this.#flushAfterCurrent();
    return this.#next;
  }

  async #flushAfterCurrent(): Promise<void> {
    // Whoever was on that trip has heard of its failure.
    await this.#current.catch(() => {});
    await nextTurn();
    this.#next = undefined;
    this.#current = this.#store();
    await this.#current;
  }
}
