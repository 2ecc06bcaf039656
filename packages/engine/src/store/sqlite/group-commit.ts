import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CommitOutcome, StoreWrite } from '../state-store.ts';

/** The writes of one commit() call. */
export type Batch = readonly StoreWrite[];

/** The result of one batch of a transaction. */
export type BatchResult = { readonly outcome: CommitOutcome } | { readonly error: unknown };

/** The storage below a GroupCommit. */
export interface GroupStorage {
  /** Commits the batches in one transaction. Throws when none of them was committed. */
  transact(batches: readonly Batch[]): readonly BatchResult[];
  /** Returns whether everything that is committed is on disk. */
  isDurable(): boolean;
  /** Resolves when everything that is committed at the call is on disk. */
  sync(): Promise<void>;
  /** Creates the error of a failed transaction. */
  describe(error: unknown): Error;
  /** Creates the error of a failed sync, which also every later caller receives. */
  describeFailedSync(error: unknown): Error;
}

interface Waiting {
  readonly batch: Batch;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (error: unknown) => void;
}

interface Reader {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

// Limits one transaction, which blocks the event loop, to a few milliseconds.
const MAX_GROUP_SIZE = 256;

/**
 * Alternates between transactions and syncs. Batches that arrive during a sync share the next transaction, so there is
 * at most one transaction that is not on disk, and a slow disk makes the groups larger. Callers are acknowledged after
 * the sync. After a failed sync nothing is known about the pages that it covered, and a repeated sync could succeed
 * without writing them. The group then rejects every waiting and every later caller.
 */
export class GroupCommit {
  readonly #storage: GroupStorage;
  readonly #queue: Waiting[] = [];
  readonly #readers: Reader[] = [];
  readonly #exclusive: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(storage: GroupStorage) {
    this.#storage = storage;
  }

  /** The error of the sync that failed, if one did. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  add(batch: Batch): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ batch, resolve, reject });
      this.#start();
    });
  }

  /** Resolves when everything that is committed at the call is on disk. */
  durable(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#readers.push({ resolve, reject });
      this.#start();
    });
  }

  /** Calls `work` when no transaction and no sync is in progress. Batches wait until its promise is resolved. */
  between(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#exclusive.push(() => work().then(resolve, reject));
      this.#start();
    });
  }

  /** Rejects every waiting and every later caller with the error of a failed sync. */
  fail(error: unknown): void {
    this.#failure ??= this.#storage.describeFailedSync(error);
    this.#rejectAll(this.#failure);
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #rejectAll(failure: Error): void {
    for (const { reject } of [...this.#queue.splice(0), ...this.#readers.splice(0)]) reject(failure);
  }

  #start(): void {
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0 || this.#readers.length > 0 || this.#exclusive.length > 0) {
      // The batches of one turn of the event loop share a transaction.
      await nextTurn();
      const work = this.#exclusive.shift();
      if (work) await work();
      else if (this.#failure) this.#rejectAll(this.#failure);
      else await this.#commitGroup();
    }
    this.#running = undefined;
  }

  async #commitGroup(): Promise<void> {
    try {
      if (this.#readers.length > 0 && this.#storage.isDurable()) {
        for (const { resolve } of this.#readers.splice(0)) resolve();
      }
    } catch {
      // The storage cannot be read. The transaction and the sync report that.
    }
    const group = this.#queue.splice(0, MAX_GROUP_SIZE);
    const readers = this.#readers.splice(0);
    const settle = this.#transact(group);
    try {
      await this.#storage.sync();
      settle();
      for (const { resolve } of readers) resolve();
    } catch (error) {
      this.fail(error);
      for (const { reject } of [...group, ...readers]) reject(this.#failure);
    }
  }

  /** Returns a function that gives each caller the result of its batch. */
  #transact(group: readonly Waiting[]): () => void {
    if (group.length === 0) return () => undefined;
    try {
      const results = this.#storage.transact(group.map(({ batch }) => batch));
      return () => {
        for (const [index, waiting] of group.entries()) this.#settle(waiting, results[index]);
      };
    } catch (error) {
      return () => {
        for (const { reject } of group) reject(this.#storage.describe(error));
      };
    }
  }

  #settle(waiting: Waiting, result: BatchResult | undefined): void {
    if (result !== undefined && 'outcome' in result) waiting.resolve(result.outcome);
    else waiting.reject(this.#storage.describe(result?.error));
  }
}
