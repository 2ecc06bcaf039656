import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Returns the folders whose entries must be synced when a file is created in `folder`, which may not exist yet. */
export function foldersToSync(folder: string): readonly string[] {
  const parent = dirname(folder);
  if (parent === folder) return [folder];
  // The parent is synced even if the folder exists: the process that created it may have been killed before.
  return existsSync(folder) ? [folder, parent] : [folder, ...foldersToSync(parent)];
}

/** Syncs the names in a folder. Systems that cannot sync a folder, such as Windows, report one of these codes. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && UNSUPPORTED.has(String(error.code)))) throw error;
  }
}

const UNSUPPORTED: ReadonlySet<string> = new Set(['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM']);
