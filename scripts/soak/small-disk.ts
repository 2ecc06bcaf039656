import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { SharedFaults } from './shared-faults.ts';

/** A disk that can be filled to the last byte. */
export interface SmallDisk {
  /** `tmpfs`: the system itself says that there is no space. `stand-in`: the store refuses to write as it would then. */
  readonly kind: 'tmpfs' | 'stand-in';
  readonly folder: string;
  fill(): void;
  makeRoom(): void;
  /** Lets go of the disk; what was on it is copied beside it first if somebody wants to look. */
  remove(options: { readonly keep: boolean }): void;
}

/** A file system of its own where we may mount one; elsewhere a stand-in. */
export function makeSmallDisk(folder: string, faults: SharedFaults): SmallDisk {
  const place = join(folder, 'disk');
  mkdirSync(place);
  try {
    mount(['-t', 'tmpfs', '-o', ROOM, 'tmpfs', place]);
  } catch {
    return {
      kind: 'stand-in',
      folder: place,
      fill: () => faults.fillDisk(true),
      makeRoom: () => faults.fillDisk(false),
      remove: () => undefined,
    };
  }
  const unmount = () => execFileSync('umount', ['--lazy', place], { stdio: 'pipe' });
  // Whoever stops a soak by hand must not find a forgotten disk.
  process.once('exit', unmount);
  return {
    kind: 'tmpfs',
    folder: place,
    // A smaller file system instead of a large file: it takes no memory and is full at once.
    fill: () => shrink(place),
    makeRoom: () => mount(['-o', `remount,${ROOM}`, place]),
    remove: ({ keep }) => {
      if (keep) cpSync(place, join(folder, 'disk-at-the-end'), { recursive: true });
      process.off('exit', unmount);
      unmount();
    },
  };
}

const ROOM = 'size=4g,mode=700';

const MOST_ATTEMPTS = 50;

/** Leaves no more room than is taken. Whoever writes in the meantime has taken more than that, and we look again. */
function shrink(place: string): void {
  for (let attempt = 1; ; attempt += 1) {
    const { blocks, bfree, bsize } = statfsSync(place);
    try {
      return mount(['-o', `remount,size=${(blocks - bfree) * bsize}`, place]);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

function mount(args: readonly string[]): void {
  execFileSync('mount', args, { stdio: 'pipe' });
}
