import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** Creates the data folder and throws when it is not writable, before a database is opened in it. */
export function requireWritableFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new Error(
      `The data folder "${resolve(folder)}" is not writable${code}. Give this user write permission, or set SEKISHO_DATA_DIR to another folder.`,
      { cause },
    );
  }
}
