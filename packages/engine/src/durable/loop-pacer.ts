/** How long one run may use the event loop before others, which are ready, continue. */
const MAX_TURN_MS = 4;

/**
 * Lets one run continue in each turn of the event loop. With a store in memory, or when a group of commits ends, many runs are
 * ready at once; if all of them continued in one turn, the process would neither accept a connection nor fire a timer until
 * the last one stops.
 */
export class LoopPacer {
  readonly #now: () => number;
  readonly #waiting: { readonly runId: string; readonly resume: () => void }[] = [];
  /** The run that uses the current turn of the event loop. */
  #current: string | undefined;
  #began = 0;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns undefined if the run may continue, and otherwise a promise that resolves in a later turn, in order. */
  pause(runId: string): Promise<void> | undefined {
    if (this.#current === undefined) return this.#begin(runId);
    if (this.#current === runId && this.#now() - this.#began < MAX_TURN_MS) return undefined;
    return new Promise((resume) => this.#waiting.push({ runId, resume }));
  }

  #begin(runId: string): undefined {
    this.#current = runId;
    this.#began = this.#now();
    setImmediate(() => this.#endTurn());
  }

  #endTurn(): void {
    this.#current = undefined;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#begin(next.runId);
    next.resume();
  }
}
