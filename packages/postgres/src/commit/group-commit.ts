import type { CommitOutcome } from '@sekisho/engine';
import type { BatchResult } from './batch-result.ts';
import type { EncodedBatch } from './encode-batch.ts';

interface Waiting {
  readonly batch: EncodedBatch;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (error: unknown) => void;
}

// Bounds the memory of a statement and how long it holds the lock of the chain.
const MAX_BATCHES = 256;
const MAX_WRITES = 4_096;

/** Collects batches that arrive during a transaction into the next one, so that they share one disk sync. */
export class GroupCommit {
  readonly #write: (batches: readonly EncodedBatch[]) => Promise<readonly BatchResult[]>;
  readonly #describe: (error: unknown) => Error;
  readonly #queue: Waiting[] = [];
  #running: Promise<void> | undefined;

  /** `write` rejects if it is not known that anything was stored; `describe` creates the error for the callers. */
  constructor(
    write: (batches: readonly EncodedBatch[]) => Promise<readonly BatchResult[]>,
    describe: (error: unknown) => Error,
  ) {
    this.#write = write;
    this.#describe = describe;
  }

  add(batch: EncodedBatch): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ batch, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when everything that was added is settled. */
  async drain(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Callers of the same event-loop turn share the first group.
    await nextTurn();
    let settle: (() => void) | undefined;
    while (this.#queue.length > 0) {
      const written = this.#writeGroup(this.#queue.splice(0, this.#groupSize()));
      // This group is sent before the callers of the previous one continue, because their work would delay it.
      await nextTurn();
      settle?.();
      settle = await written;
    }
    this.#running = undefined;
    settle?.();
  }

  #groupSize(): number {
    let writes = 0;
    for (const [index, { batch }] of this.#queue.entries()) {
      writes += batch.writes.length + batch.records.length;
      if (index > 0 && (index >= MAX_BATCHES || writes > MAX_WRITES)) return index;
    }
    return this.#queue.length;
  }

  /** Writes a group. Returns a function that passes the results to the callers. */
  async #writeGroup(group: readonly Waiting[]): Promise<() => void> {
    try {
      const results = await this.#write(group.map(({ batch }) => batch));
      return () => {
        for (const [index, waiting] of group.entries()) this.#settle(waiting, results[index]);
      };
    } catch (error) {
      return () => {
        for (const { reject } of group) reject(this.#describe(error));
      };
    }
  }

  #settle({ resolve, reject }: Waiting, result: BatchResult | undefined): void {
    if (result !== undefined && 'outcome' in result) resolve(result.outcome);
    else reject(this.#describe(result?.error));
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
