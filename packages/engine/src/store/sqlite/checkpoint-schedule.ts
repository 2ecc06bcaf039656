import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Checkpointer } from './checkpointer.ts';
import type { GroupCommit } from './group-commit.ts';
import { SETTINGS } from './open-database.ts';
import { numberOf } from './row-values.ts';
import { isIoError } from './sqlite-error.ts';

/**
 * The number of pages in the log at which they are copied to the database file. A page that many commits change is copied
 * once, so a longer log needs fewer copies; it has 16 MB.
 */
const PAGES = 4_000;
/** The size of the log is read once for this number of commits. A commit has five to ten pages. */
const COMMITS_PER_READING = 8;

interface ScheduleOptions {
  readonly path: string;
  readonly lockTimeoutMs: number;
  readonly group: GroupCommit;
}

/**
 * Limits the size of the log. The pages are copied in another thread while commits continue; then commits wait until
 * the few new ones are copied too, because SQLite can begin the log again only when all of it is copied. If a reader of
 * another process prevents that, the log grows until the next attempt.
 */
export class CheckpointSchedule {
  readonly #database: DatabaseSync;
  readonly #options: ScheduleOptions;
  readonly #logSize: StatementSync;
  #checkpointer: Checkpointer | undefined;
  #isRunning = false;
  #threshold = PAGES;
  #commits = 0;

  constructor(database: DatabaseSync, options: ScheduleOptions) {
    this.#database = database;
    this.#options = options;
    // Returns the number of pages without copying any.
    this.#logSize = database.prepare('pragma wal_checkpoint(noop)');
  }

  /** Starts a checkpoint when the log is large enough. */
  afterCommit(): void {
    this.#commits += 1;
    if (this.#isRunning || this.#commits % COMMITS_PER_READING !== 0 || this.#pages() < this.#threshold)
      return;
    this.#isRunning = true;
    void this.#checkpoint();
  }

  /** The connection that writes must be closed before, so that the last checkpoint takes place in the other thread. */
  async close(): Promise<void> {
    await this.#checkpointer?.close();
  }

  async #checkpoint(): Promise<void> {
    const { path, lockTimeoutMs, group } = this.#options;
    const checkpointer = (this.#checkpointer ??= new Checkpointer(path, lockTimeoutMs, SETTINGS));
    const error = await checkpointer
      .copy()
      .then(() => group.between(() => checkpointer.restart()))
      .catch((cause: unknown) => cause);
    if (!this.#database.isOpen) return;
    // SQLite syncs the log before it copies. If that fails, commits may be lost that this process acknowledged.
    if (isIoError(error)) return group.fail(error);
    // Without the thread, SQLite copies during commits.
    if (checkpointer.hasEnded) this.#database.exec(`pragma wal_autocheckpoint = ${PAGES}`);
    const pages = this.#pages();
    this.#threshold = pages < PAGES ? PAGES : pages + PAGES;
    this.#isRunning = checkpointer.hasEnded;
  }

  #pages(): number {
    try {
      return numberOf(this.#logSize.get() ?? {}, 'log');
    } catch {
      // The next commit reports that the file cannot be read.
      return 0;
    }
  }
}
