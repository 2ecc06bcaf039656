import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a folder for keys and records that only its owner can open. A new one tells Git to ignore everything in it; one that
 * was there before is left as it is.
 */
export function makePrivateFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) writeFileSync(join(folder, '.gitignore'), '*\n');
}
