import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { ConfigurationError } from './configuration-error.ts';

/** Makes the folder for transcripts, readable by this user only; throws a ConfigurationError where that cannot be. */
export async function prepareStateDir(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigurationError(`Transcripts cannot be kept in "${folder}". Choose another folder.`);
  }
}
