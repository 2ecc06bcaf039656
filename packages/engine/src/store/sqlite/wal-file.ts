import { closeSync, fdatasync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

const CHUNK_BYTES = 1 << 20;

/**
 * The write-ahead log as a file. SQLite writes it; this class syncs it in the thread pool, so that the disk does not
 * block the event loop. A sync covers the file, not a descriptor: it includes what other processes wrote before.
 */
export class WalFile {
  // Open for the whole life of the store: the kernel reports a failed write to each descriptor that was open then.
  readonly #descriptor: number;

  /** The database must have read the file before, because SQLite creates the log at the first read. */
  constructor(database: DatabaseSync, databasePath: string) {
    this.#descriptor = openSync(`${databasePath}-wal`, 'r+');
    try {
      if (fstatSync(this.#descriptor).size > 0) this.#rewrite(database);
    } catch (error) {
      closeSync(this.#descriptor);
      throw error;
    }
  }

  /** Syncs everything that was written before the call. A failed sync must not be repeated: see GroupCommit. */
  sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#descriptor, (error) => (error ? reject(error) : resolve()));
    });
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /**
   * Writes the log again with the same bytes, under the lock that excludes other writers. If an earlier sync failed,
   * the kernel may regard pages as written that are not on disk, and no later sync would write them.
   */
  #rewrite(database: DatabaseSync): void {
    database.exec('begin immediate');
    try {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      for (let position = 0; ;) {
        const length = readSync(this.#descriptor, chunk, 0, CHUNK_BYTES, position);
        if (length === 0) return;
        for (let done = 0; done < length;)
          done += writeSync(this.#descriptor, chunk, done, length - done, position + done);
        position += length;
      }
    } finally {
      database.exec('rollback');
    }
  }
}
