import type { Clock } from '../flow/clock.ts';

/** The dependencies of a collector. */
export type IdleCollectorOptions = {
  clock: Clock;
  /** Returns the memory of the process in bytes. */
  readMemory(): number;
  /** Releases all unused memory. It blocks the event loop. */
  collect(): void;
};

const QUIET_MS = 5000;
// A collection takes about 50 ms and discards compiled code, so smaller amounts are not collected.
const WORTHWHILE_BYTES = 4 * 1024 * 1024;

/** Releases memory when a plugin has been idle for some time, because V8 retains the memory of a load peak. */
export class IdleCollector {
  readonly #options: IdleCollectorOptions;
  #atWork = 0;
  #leftOver = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(options: IdleCollectorOptions) {
    this.#options = options;
    // The start is work too: the compilation of the plugin leaves unused memory.
    this.#waitForQuiet();
  }

  /** Marks the start of work. Returns a function that marks its end. */
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
