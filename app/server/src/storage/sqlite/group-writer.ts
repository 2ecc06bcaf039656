import type { DatabaseSync } from 'node:sqlite';
import { storeUnavailable } from '../../errors/service-error.ts';

type Job = { run: () => unknown; settle: (outcome: { value: unknown } | { error: unknown }) => void };

// Limits the duration of one transaction, which blocks the event loop, to a few milliseconds.
const MAX_GROUP_SIZE = 256;

/** Combines the writes of one iteration of the event loop into one transaction, and so into one sync of the disk. */
export class GroupWriter {
  readonly #database: DatabaseSync;
  readonly #sql: ReturnType<typeof prepare>;
  #jobs: Job[] = [];

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#sql = prepare(database);
  }

  /** Runs the job inside a transaction. Resolves when its writes are durable, rejects when none of them is stored. */
  write<T>(job: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let value: T;
      const run = () => {
        value = job();
      };
      this.#jobs.push({
        run,
        settle: (outcome) => ('error' in outcome ? reject(storeUnavailable(outcome.error)) : resolve(value)),
      });
      if (this.#jobs.length === 1) setImmediate(() => this.flush());
    });
  }

  /** Executes all pending writes now. */
  flush(): void {
    while (this.#jobs.length > 0) this.#writeGroup(this.#jobs.splice(0, MAX_GROUP_SIZE));
  }

  #writeGroup(jobs: readonly Job[]): void {
    const outcomes: ({ value: unknown } | { error: unknown })[] = [];
    try {
      this.#sql.begin.run();
      for (const job of jobs) outcomes.push(this.#runJob(job));
      this.#sql.commit.run();
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      for (const job of jobs) job.settle({ error });
      return;
    }
    for (const [index, job] of jobs.entries())
      job.settle(outcomes[index] ?? { error: new Error('The job did not run.') });
  }

  #runJob(job: Job): { value: unknown } | { error: unknown } {
    this.#sql.savepoint.run();
    try {
      const value = job.run();
      this.#sql.release.run();
      return { value };
    } catch (error) {
      // A full disk ends the whole transaction, including the savepoint.
      if (!this.#database.isTransaction) throw error;
      this.#database.exec('rollback to job; release job');
      return { error };
    }
  }
}

// The statements are prepared once, because they are executed with every message.
function prepare(database: DatabaseSync) {
  return {
    begin: database.prepare('begin immediate'),
    commit: database.prepare('commit'),
    savepoint: database.prepare('savepoint job'),
    release: database.prepare('release job'),
  };
}
