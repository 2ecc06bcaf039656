import { createHash } from 'node:crypto';
import type { PackageFiles } from './package-files.ts';

/** Computes the checksum that identifies a package in the daemon. It depends on paths and contents, not on the zip. */
export function computeChecksum(files: PackageFiles): string {
  const total = createHash('sha256');
  // The daemon sorts by bytes, not by UTF-16 units.
  const sorted = [...files].toSorted(([one], [other]) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  for (const [path, bytes] of sorted) total.update(sha256(path)).update(sha256(bytes));
  return total.digest('hex');
}

/** Returns the SHA-256 of a text or of bytes. */
export function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
