import { closeSync, fdatasync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The bytes that our store writes to the log of SQLite in the commit of one decision or result: seven pages. */
const COMMIT = Buffer.alloc(7 * 4_096, 1);
const COMMITS = 100;

/** A file that is written and synced in the way of a store, in the thread pool. Nothing can be read from it. */
export interface SyncedFile {
  commit(): Promise<void>;
  close(): void;
}

/** Creates a file of the size of a log that is copied every hundred commits. */
export function createSyncedFile(): SyncedFile {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-bench-waits-'));
  const descriptor = openSync(join(folder, 'log'), 'w');
  let commits = 0;
  return {
    commit: () => {
      writeSync(descriptor, COMMIT, 0, COMMIT.length, (commits % COMMITS) * COMMIT.length);
      commits += 1;
      return new Promise((resolve, reject) => {
        fdatasync(descriptor, (error) => (error ? reject(error) : resolve()));
      });
    },
    close: () => {
      closeSync(descriptor);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
