import type { Clock } from '../flow/clock.ts';

/** What a collector watches, and what it does about it. */
export type IdleCollectorOptions = {
  clock: Clock;
  /** The memory that the process holds, in bytes. */
  readMemory(): number;
  /** Gives back all memory that can be given back. Nothing else runs meanwhile. */
  collect(): void;
};

const QUIET_MS = 5000;
// Collecting takes some 50 ms and the compiled code of the next request; less than this is not worth it.
const WORTHWHILE_BYTES = 4 * 1024 * 1024;

/** Gives memory back once a plugin has had nothing to do for a while: V8 keeps what a busy moment made it take. */
export class IdleCollector {
  readonly #options: IdleCollectorOptions;
  #atWork = 0;
  #leftOver = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(options: IdleCollectorOptions) {
    this.#options = options;
    // Starting is work too: it leaves behind what was needed to compile the plugin.
    this.#waitForQuiet();
  }

  /** Says that work begins; the returned function says that it is over. */
  readonly beginWork = (): (() => void) => {
    this.#atWork += 1;
    this.#cancelTimer?.();
    return () => {
      this.#atWork -= 1;
      if (this.#atWork === 0) this.#waitForQuiet();
    };
  };

  #waitForQuiet(): void {
    this.#cancelTimer = this.#options.clock.schedule(QUIET_MS, () => this.#collect());
  }

  #collect(): void {
    const { readMemory, collect } = this.#options;
    if (readMemory() - this.#leftOver < WORTHWHILE_BYTES) return;
    collect();
    this.#leftOver = readMemory();
  }
}
