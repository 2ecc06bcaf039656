import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SekishoError, type OpenStore, type StateStore } from 'sekisho';

const READ_INTERVAL_MS = 20;

/** Faults that affect all processes of a site at the same time: a full disk and a clock that was set. */
export class SharedFaults {
  readonly #full: string;
  readonly #offset: string;
  #readAt = 0;
  #isFull = false;
  #offsetMs = 0;

  constructor(folder: string) {
    this.#full = join(folder, 'disk-is-full');
    this.#offset = join(folder, 'clock-offset');
  }

  /** The time of day as this installation sees it. */
  readonly clock = (): number => {
    this.#read();
    return Date.now() + this.#offsetMs;
  };

  fillDisk(isFull: boolean): void {
    if (isFull) writeFileSync(this.#full, '');
    else rmSync(this.#full, { force: true });
  }

  moveClock(byMs: number): void {
    this.#read();
    // Renamed atomically: an empty file would move the clock by days and expire new approval requests.
    writeFileSync(`${this.#offset}-next`, String(this.#offsetMs + byMs));
    renameSync(`${this.#offset}-next`, this.#offset);
  }

  /** A store that rejects commits while the disk is full. */
  around(open: OpenStore): OpenStore {
    return async (parts) => {
      const store: StateStore = await open(parts);
      const commit = store.commit.bind(store);
      store.commit = async (writes) => {
        this.#read();
        if (this.#isFull) throw noSpace();
        return commit(writes);
      };
      return store;
    };
  }

  #read(): void {
    const now = performance.now();
    if (now - this.#readAt < READ_INTERVAL_MS) return;
    this.#readAt = now;
    this.#isFull = existsSync(this.#full);
    this.#offsetMs = existsSync(this.#offset) ? Number(readFileSync(this.#offset, 'utf8')) : 0;
  }
}

/** The error of the embedded store when the disk is full. */
function noSpace(): SekishoError {
  const cause = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  return new SekishoError('AGENTS-E-STORE', 'The store cannot write. Make room on its disk.', { cause });
}
