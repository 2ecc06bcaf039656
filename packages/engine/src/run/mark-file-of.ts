import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Keyring } from '../config/keyring.ts';
import { MarkFile } from '../audit/mark-file.ts';

/** The folders that can contain the high-water mark of the audit log. */
export interface MarkDirectories {
  /** The configured folder: the option `markDirectory` or `SEKISHO_MARK_DIR`. */
  readonly configured: string | undefined;
  /** The folder of the embedded store. The mark moves with it. */
  readonly ownFolder: string | undefined;
  /** The folder of the key file, for the marks of other stores. */
  readonly keyFolder: string | undefined;
}

/**
 * Returns the file with the high-water mark of a store. In a folder for several stores the identity of the store is part
 * of the file name; a store without an identity has no mark there.
 */
export function markFileOf(
  { configured, ownFolder, keyFolder }: MarkDirectories,
  keyring: Keyring,
  identity: string | undefined,
): MarkFile | undefined {
  if (configured === undefined && ownFolder !== undefined) {
    const path = join(ownFolder, 'mark-state.json');
    return new MarkFile({ path, storeId: 'state.db', keyring, makesFolder: false });
  }
  const folder = configured ?? keyFolder;
  if (folder === undefined || identity === undefined) return undefined;
  const id = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  const path = join(folder, `mark-${id}.json`);
  return new MarkFile({ path, storeId: identity, keyring, makesFolder: configured !== undefined });
}
