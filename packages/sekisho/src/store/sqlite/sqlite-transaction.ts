import type { CommitOutcome, StoreWrite } from '../state-store.ts';
import { StoreTime } from '../store-time.ts';
import { applyToSqlite, type WriteContext } from './apply-to-sqlite.ts';
import type { Batch, BatchResult } from './group-commit.ts';
import type { LogAppender } from './log-appender.ts';
import type { WriteStatements } from './write-statements.ts';

/** Carries out batches in one transaction; when `run` returns, what succeeded is on disk. */
export class SqliteTransaction {
  readonly #statements: WriteStatements;
  readonly #log: LogAppender;
  readonly #clock: () => number;
  readonly #time = new StoreTime();

  constructor(statements: WriteStatements, log: LogAppender, clock: () => number) {
    this.#statements = statements;
    this.#log = log;
    this.#clock = clock;
  }

  run(batches: readonly Batch[]): readonly BatchResult[] {
    // Nearly always every batch of a group is kept. Only when one is not do they need ways back of their own.
    const results = this.#transact(batches, inOrder);
    return batches.length === 1 || results.every(isKept)
      ? results
      : this.#transact(batches, eachWithAWayBack);
  }

  /** All or nothing of what `apply` keeps; a batch that is not kept in order takes the others with it. */
  #transact(
    batches: readonly Batch[],
    apply: (batches: readonly Batch[], context: WriteContext) => readonly BatchResult[],
  ): readonly BatchResult[] {
    const statements = this.#statements;
    statements.begin.run();
    try {
      // The time is taken under the lock, so that waiting for it cannot stretch an expiry.
      const now = this.#clock();
      this.#log.head = undefined;
      const context = { statements, log: this.#log, now, iso: this.#time.iso(now) };
      const results = apply(batches, context);
      const isWorthKeeping = apply === inOrder ? results.every(isKept) : results.some(isKept);
      if (isWorthKeeping) statements.commit.run();
      else this.#rollBack();
      return results;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    try {
      this.#statements.rollback.run();
    } catch {
      // A full disk or a failed read makes SQLite roll back by itself; then there is nothing left to undo.
    }
  }
}

function isKept(result: BatchResult): boolean {
  return 'outcome' in result && result.outcome.ok;
}

/** Stops at the first batch that cannot be kept: then all of them are rolled back. */
function inOrder(batches: readonly Batch[], context: WriteContext): readonly BatchResult[] {
  const results: BatchResult[] = [];
  for (const batch of batches) {
    const result = tryBatch(batch, context);
    results.push(result);
    if (!isKept(result)) break;
  }
  return results;
}

function eachWithAWayBack(batches: readonly Batch[], context: WriteContext): readonly BatchResult[] {
  return batches.map((batch) => {
    const { statements, log } = context;
    const { head } = log;
    statements.savepoint.run();
    const result = tryBatch(batch, context);
    if (!isKept(result)) {
      // Throws when SQLite has given up the whole transaction, which then fails for every batch.
      statements.rollbackBatch.run();
      log.head = head;
    }
    statements.release.run();
    return result;
  });
}

function tryBatch(batch: Batch, context: WriteContext): BatchResult {
  try {
    return { outcome: applyBatch(batch, context) };
  } catch (error) {
    return { error };
  }
}

function applyBatch(batch: readonly StoreWrite[], context: WriteContext): CommitOutcome {
  const failed = batch.findIndex((write) => !applyToSqlite(write, context));
  return failed === -1 ? { ok: true } : { ok: false, failed };
}
