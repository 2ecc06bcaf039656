import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { SekishoError } from '@sekisho/engine';

/** One directory entry. Listing a directory never follows links. */
export interface SkillDirectoryEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
}

/** The file system operations that loading and using skills require. */
export interface SkillFileSystem {
  /** Returns the path with all links resolved. */
  realPath(path: string): Promise<string>;
  list(path: string): Promise<SkillDirectoryEntry[]>;
  /**
   * Returns the bytes of a regular file. Rejects when the file is larger than the limit, or is a link, a pipe or a
   * device.
   */
  read(path: string, maxBytes: number): Promise<Uint8Array>;
}

// Without O_NONBLOCK, opening a pipe blocks until a process writes to it.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads skills from the local disk. */
export class NodeSkillFileSystem implements SkillFileSystem {
  realPath(path: string): Promise<string> {
    return realpath(path);
  }

  async list(path: string): Promise<SkillDirectoryEntry[]> {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.map((entry) => {
      const other = entry.isSymbolicLink() ? 'link' : 'other';
      return { name: entry.name, kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : other };
    });
  }

  async read(path: string, maxBytes: number): Promise<Uint8Array> {
    const file = await open(path, OPEN_FLAGS);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw unreadable(`"${path}" is not a regular file.`);
      const { size } = stats;
      if (size > maxBytes)
        throw unreadable(
          `"${path}" has ${size} bytes, more than the limit of ${maxBytes}. Make it smaller or increase the limit.`,
        );
      // Reading one byte more than the size detects a file that grows during the read.
      const buffer = new Uint8Array(size + 1);
      let length = 0;
      while (length < size) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      if (length !== size) throw unreadable(`"${path}" changed while it was read. Load it again.`);
      return buffer.subarray(0, length);
    } finally {
      await file.close();
    }
  }
}

const unreadable = (message: string) => new SekishoError('AGENTS-E-SKILL-PARSE', message);

/** Returns whether a resolved path is the directory itself or is inside of it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

/**
 * Returns the real path of a file that a skill or a model named. Throws when the path is outside of the skill's
 * directory.
 */
export async function confinePath(fs: SkillFileSystem, folder: string, named: string): Promise<string> {
  const problem = findProblem(named);
  if (problem) throw outside(named, problem);
  const real = await fs.realPath(join(folder, named)).catch((cause: unknown) => {
    throw new SekishoError('AGENTS-E-SKILL-NOT-FOUND', `The skill has no file "${named}".`, { cause });
  });
  // The directory is resolved again because it may have been replaced by a link after the skill was loaded.
  const realFolder = await fs.realPath(folder);
  if (realFolder !== folder || !isInside(realFolder, real))
    throw outside(named, 'it leads out of the folder');
  return real;
}

function findProblem(named: string): string | undefined {
  if (named === '' || named.includes('\0')) return 'it is not a path';
  if (isAbsolute(named) || /^[A-Za-z]:|^[\\/~]/.test(named)) return 'it is not relative';
  const parts = named.split(/[\\/]/);
  if (parts.includes('..')) return 'it contains ".."';
  // Hidden files contain keys and tool settings. No skill needs a model to read them.
  return parts.some((part) => part.startsWith('.') && part !== '.') ? 'it names a hidden file' : undefined;
}

function outside(named: string, reason: string): SekishoError {
  return new SekishoError(
    'AGENTS-E-SKILL-NOT-FOUND',
    `The path ${JSON.stringify(named.slice(0, 200))} was rejected because ${reason}. Use a path from the skill's list of files.`,
  );
}
