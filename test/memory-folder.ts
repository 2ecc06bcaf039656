import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 6 * 1024 ** 3;

/**
 * Uses memory for the temporary files of the tests where there is enough of it: half of the system time of the suite is waiting
 * for the disk. The tests in their full size use the disk.
 */
export function useMemoryFolder(): void {
  if (process.env['TMPDIR'] !== undefined || Math.min(freemem(), freeBytes()) < MIN_FREE_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, 'sekisho-tests-'));
  // PostgreSQL does not run as root, so another user enters the folder.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    // Only Linux has this folder.
    return 0;
  }
}
