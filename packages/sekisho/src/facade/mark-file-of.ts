import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { MarkFile } from '../audit/mark-file.ts';
import type { Keyring } from '../config/keyring.ts';

/** Where high-water marks of the audit log may be kept. */
export interface MarkDirectories {
  /** Where the host wants them: the option `markDirectory` or `SEKISHO_MARK_DIR`. */
  readonly configured: string | undefined;
  /** The folder of the embedded store, whose mark moves with it. */
  readonly ownFolder: string | undefined;
  /** The folder of the key file, where marks of other stores are kept. */
  readonly keyFolder: string | undefined;
}

/**
 * The file that holds the mark of a store. A folder for several stores tells them apart by their identity; a store
 * without one has no mark there.
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
