import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SekishoError, type OpenStore, type StateStore } from 'sekisho';

const LOOK_EVERY_MS = 20;

/** Faults that every process of a soak suffers at once: a disk without room, and a clock that somebody has set. */
export class SharedFaults {
  readonly #full: string;
  readonly #offset: string;
  #lookedAt = 0;
  #isFull = false;
  #offsetMs = 0;

  constructor(folder: string) {
    this.#full = join(folder, 'disk-is-full');
    this.#offset = join(folder, 'clock-offset');
  }

  /** The time of day as this installation sees it. */
  readonly clock = (): number => {
    this.#look();
    return Date.now() + this.#offsetMs;
  };

  fillDisk(isFull: boolean): void {
    if (isFull) writeFileSync(this.#full, '');
    else rmSync(this.#full, { force: true });
  }

  moveClock(byMs: number): void {
    this.#look();
    // In one step: a file that is empty for a moment would be a jump of days, and questions asked then would be too old.
    writeFileSync(`${this.#offset}-next`, String(this.#offsetMs + byMs));
    renameSync(`${this.#offset}-next`, this.#offset);
  }

  /** A store that refuses what it is given as long as the disk is full. */
  around(open: OpenStore): OpenStore {
    return async (parts) => {
      const store: StateStore = await open(parts);
      const commit = store.commit.bind(store);
      store.commit = async (writes) => {
        this.#look();
        if (this.#isFull) throw noSpace();
        return commit(writes);
      };
      return store;
    };
  }

  #look(): void {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    this.#isFull = existsSync(this.#full);
    this.#offsetMs = existsSync(this.#offset) ? Number(readFileSync(this.#offset, 'utf8')) : 0;
  }
}

/** What the embedded store says when the disk is full. */
function noSpace(): SekishoError {
  const cause = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  return new SekishoError('AGENTS-E-STORE', 'The store cannot write. Make room on its disk.', { cause });
}
