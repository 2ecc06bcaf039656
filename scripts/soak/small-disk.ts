import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { SharedFaults } from './shared-faults.ts';

/** A disk that can be filled to the last byte. */
export interface SmallDisk {
  /** `tmpfs`: the operating system reports that there is no space. `stand-in`: the store rejects writes with that error. */
  readonly kind: 'tmpfs' | 'stand-in';
  readonly folder: string;
  fill(): void;
  makeRoom(): void;
  /** Unmounts the disk; `keep` copies its content to the folder first. */
  remove(options: { readonly keep: boolean }): void;
}

/** A separate file system if this process may mount one, otherwise a stand-in. */
export function makeSmallDisk(folder: string, faults: SharedFaults): SmallDisk {
  const location = join(folder, 'disk');
  mkdirSync(location);
  try {
    mount(['-t', 'tmpfs', '-o', ROOM, 'tmpfs', location]);
  } catch {
    return {
      kind: 'stand-in',
      folder: location,
      fill: () => faults.fillDisk(true),
      makeRoom: () => faults.fillDisk(false),
      remove: () => undefined,
    };
  }
  const unmount = () => execFileSync('umount', ['--lazy', location], { stdio: 'pipe' });
  // A soak that is stopped by hand must not leave a mounted disk.
  process.once('exit', unmount);
  return {
    kind: 'tmpfs',
    folder: location,
    // A smaller file system instead of a large file: it takes no memory and is full at once.
    fill: () => shrink(location),
    makeRoom: () => mount(['-o', `remount,${ROOM}`, location]),
    remove: ({ keep }) => {
      if (keep) cpSync(location, join(folder, 'disk-at-the-end'), { recursive: true });
      process.off('exit', unmount);
      unmount();
    },
  };
}

const ROOM = 'size=4g,mode=700';

const MAX_ATTEMPTS = 50;

/** Shrinks the file system to the used size. Concurrent writes can exceed that size, so it is tried several times. */
function shrink(location: string): void {
  for (let attempt = 1; ; attempt += 1) {
    const { blocks, bfree, bsize } = statfsSync(location);
    try {
      return mount(['-o', `remount,size=${(blocks - bfree) * bsize}`, location]);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function mount(args: readonly string[]): void {
  execFileSync('mount', args, { stdio: 'pipe' });
}
