import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Opens a SQLite file and creates its folder if it is missing. Errors contain the path and the setting. */
export function openSqliteFile(path: string, lockTimeoutMs: number): DatabaseSync {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return new DatabaseSync(path, { timeout: lockTimeoutMs });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The database "${path}" cannot be opened: ${reason}. Check its permissions, or set SEKISHO_DATA_DIR to another folder.`,
      { cause },
    );
  }
}
