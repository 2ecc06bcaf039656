import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { numberOf } from './row-values.ts';

const POLL_MS = 100;

/**
 * Calls its listeners after a commit of any process, at most every 100 milliseconds. SQLite has no notifications, but
 * it counts the commits of other connections (`pragma data_version`), and reading that number takes a few microseconds.
 */
export class CommitWatcher {
  readonly #dataVersion: StatementSync;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #seen = -1;
  #hasOwnCommit = false;

  constructor(database: DatabaseSync) {
    this.#dataVersion = database.prepare('pragma data_version');
  }

  /** Calls the listener after each later change. Returns a function that stops it. */
  watch(listener: () => void): () => void {
    // A separate function, so that one listener can be added twice.
    const call = () => listener();
    this.#listeners.add(call);
    if (this.#timer === undefined) {
      this.#seen = this.#read();
      this.#hasOwnCommit = false;
      this.#timer = setInterval(() => this.#poll(), POLL_MS).unref();
    }
    return () => {
      this.#listeners.delete(call);
      if (this.#listeners.size === 0) this.close();
    };
  }

  /** Reports a commit of this connection, which its own data version does not count. */
  noteOwnCommit(): void {
    this.#hasOwnCommit = true;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #poll(): void {
    const version = this.#read();
    if (version === this.#seen && !this.#hasOwnCommit) return;
    this.#seen = version;
    this.#hasOwnCommit = false;
    for (const call of this.#listeners) call();
  }

  /** A file that cannot be read counts as changed: the listener then reads the store and reports the failure. */
  #read(): number {
    try {
      return numberOf(this.#dataVersion.get() ?? {}, 'data_version');
    } catch {
      return -1;
    }
  }
}
