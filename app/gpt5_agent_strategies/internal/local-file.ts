import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, isAbsolute, relative, sep } from 'node:path';

/** The maximum size of files that a tool names by path. */
export const MAX_BLOB_FILE_BYTES = 5 * 1024 * 1024;

/** The file system functions that reading needs, as in `node:fs/promises`. */
export type FileAccess = {
  realpath(path: string): Promise<string>;
  open(path: string, flags: number): Promise<FileHandle>;
};

/** A file, or the reason why it was not read. */
export type LocalFile =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly filename: string }
  | { readonly ok: false; readonly why: string };

/** Reads a file below the root, after all links are resolved. Other files and files above the limit are rejected. */
export async function readLocalFile(path: string, root: string, files: FileAccess): Promise<LocalFile> {
  try {
    const [realRoot, realPath] = await Promise.all([files.realpath(root), files.realpath(path)]);
    if (!isInside(realRoot, realPath)) return refuse('the path is outside of the folder for files');
    // Non-blocking, because opening a pipe would block forever; the file must not have been replaced with a link.
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    const handle = await files.open(realPath, flags);
    try {
      return await readRegularFile(handle, basename(realPath));
    } finally {
      await handle.close();
    }
  } catch {
    return refuse('the file cannot be read');
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function readRegularFile(handle: FileHandle, filename: string): Promise<LocalFile> {
  const stats = await handle.stat();
  if (!stats.isFile()) return refuse('it is not a regular file');
  const tooLarge = `the file is larger than ${MAX_BLOB_FILE_BYTES} bytes`;
  if (stats.size > MAX_BLOB_FILE_BYTES) return refuse(tooLarge);
  // One more byte than allowed detects a file that grew after its size was read.
  const buffer = Buffer.alloc(Math.min(stats.size, MAX_BLOB_FILE_BYTES) + 1);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
  if (bytesRead > stats.size) return refuse('the file changed while it was read');
  return { ok: true, bytes: buffer.subarray(0, bytesRead), filename };
}

function refuse(why: string): LocalFile {
  return { ok: false, why };
}
