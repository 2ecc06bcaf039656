import { dirname } from 'node:path';
import type { FileOperation } from './read-trace.ts';
import { SimulatedFile, Versioned, type Choose } from './simulated-file.ts';

type Entry = SimulatedFile | 'folder' | undefined;

/**
 * A disk that keeps only what was synced: the content of a file after a sync of the file, its name after a sync of its
 * folder. Everything else may be lost, kept, or kept in part and in any order.
 */
export class SimulatedDisk {
  readonly #root: string;
  readonly #entries = new Map<string, Versioned<Entry>>();
  readonly #files = new Map<bigint, SimulatedFile>();
  readonly #syncs = new Map<bigint, number>();
  #operations = 0;

  /** `root` is the folder that exists on disk from the beginning. */
  constructor(root: string) {
    this.#root = root;
  }

  apply({ kind, path, inode, offset, data }: FileOperation): void {
    const at = this.#operations;
    this.#operations += 1;
    switch (kind) {
      case 'create':
        if (this.#entry(path).latest === undefined) {
          const file = new SimulatedFile();
          this.#files.set(inode, file);
          this.#entry(path).write(file, at);
        }
        return;
      case 'make-folder':
        return this.#entry(path).write('folder', at);
      case 'unlink':
        return this.#entry(path).write(undefined, at);
      case 'rename':
        this.#entry(data.toString()).write(this.#entry(path).latest, at);
        return this.#entry(path).write(undefined, at);
      case 'write':
        return this.#file(inode, path).write(Number(offset), data, at);
      case 'truncate':
        return this.#file(inode, path).truncate(Number(offset), at);
      case 'sync-begin':
        return void this.#syncs.set(offset, at);
      case 'sync-end':
        for (const part of this.#synced(inode, path)) part.sync(this.#startOf(offset));
        return;
      case 'sync-failed':
        for (const part of this.#synced(inode, path)) part.failSync(this.#startOf(offset));
        return;
    }
  }

  /** Returns the files that exist after a power loss, by path. */
  afterPowerLoss(choose: Choose): Map<string, Buffer> {
    const left = new Map<string, Buffer>();
    const folders = new Set([this.#root]);
    // Shorter paths first: without its folder, a file cannot be found.
    for (const [path, entry] of [...this.#entries].toSorted(([one], [other]) => one.length - other.length)) {
      if (!folders.has(dirname(path))) continue;
      const found = entry.afterPowerLoss(choose);
      if (found === 'folder') folders.add(path);
      else if (found) left.set(path, found.afterPowerLoss(choose));
    }
    return left;
  }

  #entry(path: string): Versioned<Entry> {
    const known = this.#entries.get(path);
    if (known) return known;
    const entry = new Versioned<Entry>(undefined);
    this.#entries.set(path, entry);
    return entry;
  }

  #file(inode: bigint, path: string): SimulatedFile {
    const file = this.#files.get(inode);
    if (!file) throw new Error(`"${path}" was written but not created.`);
    return file;
  }

  /** What a sync of this inode covers: a file, or the names in a folder. */
  #synced(inode: bigint, path: string): { sync(until: number): void; failSync(until: number): void }[] {
    const isFolder = path === this.#root || this.#entry(path).latest === 'folder';
    if (!isFolder) return [this.#file(inode, path)];
    return [...this.#entries].filter(([name]) => dirname(name) === path).map(([, entry]) => entry);
  }

  #startOf(sync: bigint): number {
    const at = this.#syncs.get(sync);
    if (at === undefined) throw new Error('A sync ended that did not begin.');
    return at;
  }
}
