import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { ConfigurationError } from './configuration-error.ts';

/** Creates the folder for transcripts and tasks, readable by this user only. Throws a ConfigurationError if it is unusable. */
export async function prepareStateDir(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigurationError({
      en: `The folder "${folder}" cannot be used: this user must be able to read and write it. Choose another one with --state-dir or IRIS_STATE_DIR.`,
      ja: `フォルダー "${folder}" は使えません。このユーザーが読み書きできるフォルダーを --state-dir または IRIS_STATE_DIR で指定してください。`,
    });
  }
}
