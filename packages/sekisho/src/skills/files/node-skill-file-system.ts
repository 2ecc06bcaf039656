import { constants } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { SekishoError } from '@sekisho/engine';
import type { SkillDirectoryEntry, SkillEntryKind, SkillFileSystem } from './skill-file-system.ts';

// Without O_NONBLOCK, opening a pipe blocks until a process writes to it.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads skills from the local disk. */
export class NodeSkillFileSystem implements SkillFileSystem {
  realPath(path: string): Promise<string> {
    return realpath(path);
  }

  async list(path: string): Promise<SkillDirectoryEntry[]> {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, kind: kindOfEntry(entry) }));
  }

  async read(path: string, maxBytes: number): Promise<Uint8Array> {
    const file = await open(path, OPEN_FLAGS);
    try {
      const { size } = regularFile(await file.stat(), path, maxBytes);
      // Reading one byte more than the size detects a file that grows during the read.
      const buffer = new Uint8Array(size + 1);
      let length = 0;
      while (length < size) {
        const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      if (length === size) return buffer.subarray(0, length);
      throw new SekishoError('AGENTS-E-SKILL-PARSE', `"${path}" changed while it was read. Load it again.`);
    } finally {
      await file.close();
    }
  }
}

function regularFile(stats: Stats, path: string, maxBytes: number): Stats {
  if (!stats.isFile()) throw new SekishoError('AGENTS-E-SKILL-PARSE', `"${path}" is not a regular file.`);
  if (stats.size <= maxBytes) return stats;
  throw new SekishoError(
    'AGENTS-E-SKILL-PARSE',
    `"${path}" has ${stats.size} bytes, more than the limit of ${maxBytes}. Make it smaller or increase the limit.`,
  );
}

function kindOfEntry(entry: Dirent): SkillEntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
