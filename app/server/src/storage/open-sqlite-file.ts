import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Opens a SQLite file, and creates the file and its folder for this user only if they are missing. Errors contain the path and the setting. */
export function openSqliteFile(path: string, lockTimeoutMs: number): DatabaseSync {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    createFile(path);
    return new DatabaseSync(path, { timeout: lockTimeoutMs });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The database "${path}" cannot be opened: ${reason}. Check its permissions, or set SEKISHO_DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/** SQLite would create the file readable by everybody, and gives its -wal and -shm the mode of the file. */
function createFile(path: string): void {
  try {
    // An existing file is not opened: closing it would release the locks of all other connections of this process.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
