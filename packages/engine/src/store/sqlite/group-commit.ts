import type { CommitOutcome, StoreWrite } from '../state-store.ts';

/** The writes of one commit() call. */
export type Batch = readonly StoreWrite[];

/** The result of one batch of a transaction. */
export type BatchResult = { readonly outcome: CommitOutcome } | { readonly error: unknown };

interface Waiting {
  readonly batch: Batch;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (error: unknown) => void;
}

// Limits one transaction, which blocks the event loop, to a few milliseconds.
const MAX_GROUP_SIZE = 256;

/** Collects the batches of one turn of the event loop into one transaction with one fsync. */
export class GroupCommit {
  readonly #transact: (batches: readonly Batch[]) => readonly BatchResult[];
  readonly #describe: (error: unknown) => Error;
  #queue: Waiting[] = [];
  #isScheduled = false;

  /** `transact` throws when none of its batches was committed. `describe` creates the error for the callers. */
  constructor(
    transact: (batches: readonly Batch[]) => readonly BatchResult[],
    describe: (error: unknown) => Error,
  ) {
    this.#transact = transact;
    this.#describe = describe;
  }

  add(batch: Batch): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ batch, resolve, reject });
      this.#schedule();
    });
  }

  /** Writes all queued batches synchronously. */
  flush(): void {
    while (this.#queue.length > 0) this.#writeGroup();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#queue.length > 0) this.#writeGroup();
      if (this.#queue.length > 0) this.#schedule();
    });
  }

  #writeGroup(): void {
    const group = this.#queue.slice(0, MAX_GROUP_SIZE);
    this.#queue = this.#queue.slice(MAX_GROUP_SIZE);
    try {
      const results = this.#transact(group.map((waiting) => waiting.batch));
      for (const [index, waiting] of group.entries()) this.#settle(waiting, results[index]);
    } catch (error) {
      for (const waiting of group) waiting.reject(this.#describe(error));
    }
  }

  #settle(waiting: Waiting, result: BatchResult | undefined): void {
    if (result !== undefined && 'outcome' in result) waiting.resolve(result.outcome);
    else waiting.reject(this.#describe(result?.error));
  }
}
