import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets those who want something stored at about the same time share one trip to the store. */
export class CoalescedFlush {
  readonly #store: () => Promise<void>;
  #underway: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** `store` stores everything that waits by then. */
  constructor(store: () => Promise<void>) {
    this.#store = store;
  }

  /** Resolves when what waits now is stored. */
  soon(): Promise<void> {
    this.#next ??= this.#afterTheLast();
    return this.#next;
  }

  async #afterTheLast(): Promise<void> {
    // Whoever was on that trip has heard of its failure.
    await this.#underway.catch(() => {});
    await nextTurn();
    this.#next = undefined;
    this.#underway = this.#store();
    await this.#underway;
  }
}
