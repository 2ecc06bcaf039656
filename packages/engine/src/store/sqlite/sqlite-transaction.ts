import type { CommitOutcome, ContextRange, StoreWrite } from '../state-store.ts';
import { StoreTime } from '../store-time.ts';
import { storedText } from '../stored-text.ts';
import { applyToSqlite, type WriteContext } from './apply-to-sqlite.ts';
import type { Batch, BatchResult } from './group-commit.ts';
import type { LogAppender } from './log-appender.ts';
import { numberOf, textOf } from './row-values.ts';
import type { WriteStatements } from './write-statements.ts';

/** Executes batches in one transaction. When `run` returns, successful batches are committed but not synced. */
export class SqliteTransaction {
  readonly #statements: WriteStatements;
  readonly #log: LogAppender;
  readonly #clock: () => number;
  readonly #time = new StoreTime();
  /** The state of other connections at the last transaction. SQLite changes the number with each of their commits. */
  #dataVersion = -1;

  constructor(statements: WriteStatements, log: LogAppender, clock: () => number) {
    this.#statements = statements;
    this.#log = log;
    this.#clock = clock;
  }

  /** The commits of other connections that the last transaction saw. */
  get dataVersion(): number {
    return this.#dataVersion;
  }

  run(batches: readonly Batch[]): readonly BatchResult[] {
    // Usually every batch of a group succeeds. Savepoints are used only when one does not.
    const results = this.#transact(batches, inOrder);
    return batches.length === 1 || results.every(isSuccessful)
      ? results
      : this.#transact(batches, withSavepoints);
  }

  /** Empties the context of ended runs. Returns the number of the last run that it looked at. */
  removeContext({ endedBefore, after, limit }: ContextRange): number | undefined {
    const { begin, commit, runsAfter, emptySteps, emptyResults } = this.#statements;
    begin.run();
    try {
      this.#readDataVersion();
      const rows = runsAfter.all(after, endedBefore, limit);
      for (const row of rows) {
        const status = textOf(row, 'status');
        if (status === 'running' || status === 'suspended' || textOf(row, 'updated_at') >= endedBefore)
          continue;
        const id = textOf(row, 'run_id');
        emptySteps(storedText(id));
        emptyResults(storedText(id));
      }
      commit.run();
      const last = rows.at(-1);
      return last && numberOf(last, 'number');
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Commits the batches that succeeded. With `inOrder`, one failed batch rolls back all of them. */
  #transact(
    batches: readonly Batch[],
    apply: (batches: readonly Batch[], context: WriteContext) => readonly BatchResult[],
  ): readonly BatchResult[] {
    const statements = this.#statements;
    statements.begin.run();
    try {
      // The time is read under the lock, so that waiting for the lock cannot extend an expiry.
      const now = this.#clock();
      this.#readDataVersion();
      const context = { statements, log: this.#log, now, iso: this.#time.iso(now) };
      const results = apply(batches, context);
      const mustCommit = apply === inOrder ? results.every(isSuccessful) : results.some(isSuccessful);
      if (mustCommit) statements.commit.run();
      else this.#rollBack();
      return results;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** The end of the log is known from the last transaction, unless another connection has committed since. */
  #readDataVersion(): void {
    const version = numberOf(this.#statements.dataVersion.get() ?? {}, 'data_version');
    if (version !== this.#dataVersion) this.#log.head = undefined;
    this.#dataVersion = version;
  }

  #rollBack(): void {
    this.#log.head = undefined;
    try {
      this.#statements.rollback.run();
    } catch {
      // After a full disk or a failed read, SQLite has already rolled back.
    }
  }
}

/** Returns whether the batch was committed. */
export function isSuccessful(result: BatchResult): boolean {
  return 'outcome' in result && result.outcome.ok;
}

/** Stops at the first batch that fails. All batches are rolled back then. */
function inOrder(batches: readonly Batch[], context: WriteContext): readonly BatchResult[] {
  const results: BatchResult[] = [];
  for (const batch of batches) {
    const result = tryBatch(batch, context);
    results.push(result);
    if (!isSuccessful(result)) break;
  }
  return results;
}

function withSavepoints(batches: readonly Batch[], context: WriteContext): readonly BatchResult[] {
  return batches.map((batch) => {
    const { statements, log } = context;
    const { head } = log;
    statements.savepoint.run();
    const result = tryBatch(batch, context);
    if (!isSuccessful(result)) {
      // Throws when SQLite has aborted the whole transaction, which then fails for every batch.
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
