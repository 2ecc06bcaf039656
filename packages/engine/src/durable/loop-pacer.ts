/** How long runs may use one turn of the event loop. */
const MAX_TURN_MS = 4;
/** The steps of a group can take longer than the average predicts. */
const MAX_GROUP_SIZE = 10;
/** The weight of the latest group in the average duration of a step. */
const LATEST_WEIGHT = 0.2;

// All runs of a runner wait for the end of a turn. A test of the host with fake timers must not stop them, now or later, so
// the function is taken when this module is loaded.
const { setImmediate: atEndOfTurn } = globalThis;

/**
 * Limits the time for which runs use one turn of the event loop. With a store in memory, or when a group of commits ends, many
 * runs are ready at once; if all of them continued in one turn, the process would neither accept a connection nor fire a timer
 * until the last one stops. As many as fit into the limit continue together, because runs that execute the same code at the
 * same time need less CPU, and their commits share a group.
 */
export class LoopPacer {
  readonly #now: () => number;
  readonly #waiting: { readonly runId: string; readonly resume: () => void }[] = [];
  /** The runs that continue at present. */
  readonly #active = new Set<string>();
  /** When the first run continued in this turn of the event loop. */
  #turnBegan: number | undefined;
  #groupBegan = 0;
  #isGroupEnding = false;
  /** The average time that a run uses until it waits for something. Nothing is known before the first step. */
  #stepMs = MAX_TURN_MS;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns undefined if the run may continue, and otherwise a promise that resolves later, in order. */
  pause(runId: string): Promise<void> | undefined {
    if (this.#active.has(runId) && this.#remainingMs() > 0) return undefined;
    if (this.#active.size > 0 || this.#remainingMs() <= 0) return this.#wait(runId);
    this.#beginGroup([runId]);
    return undefined;
  }

  #wait(runId: string): Promise<void> {
    if (this.#active.size > 0) this.#endGroupSoon();
    return new Promise((resume) => this.#waiting.push({ runId, resume }));
  }

  /** The time that is left for runs in this turn of the event loop. */
  #remainingMs(): number {
    return this.#turnBegan === undefined ? MAX_TURN_MS : this.#turnBegan + MAX_TURN_MS - this.#now();
  }

  #beginGroup(runIds: readonly string[]): void {
    for (const runId of runIds) this.#active.add(runId);
    this.#groupBegan = this.#now();
    if (this.#turnBegan === undefined) {
      this.#turnBegan = this.#groupBegan;
      atEndOfTurn(this.#endTurn);
    }
    if (this.#waiting.length > 0) this.#endGroupSoon();
  }

  /** Ends the group when another run waits for it. A group that nothing waits for ends with the turn. */
  #endGroupSoon(): void {
    if (this.#isGroupEnding) return;
    this.#isGroupEnding = true;
    // A tick that a microtask requests is called when all microtasks are done: then every run of the group waits for something.
    queueMicrotask(() => process.nextTick(this.#endGroup));
  }

  readonly #endGroup = (): void => {
    this.#isGroupEnding = false;
    const stepMs = (this.#now() - this.#groupBegan) / this.#active.size;
    this.#stepMs += LATEST_WEIGHT * (stepMs - this.#stepMs);
    this.#active.clear();
    if (this.#remainingMs() > 0) this.#resumeWaiting();
  };

  readonly #endTurn = (): void => {
    this.#turnBegan = undefined;
    this.#active.clear();
    this.#resumeWaiting();
  };

  #resumeWaiting(): void {
    const count = Math.max(1, Math.min(MAX_GROUP_SIZE, Math.floor(this.#remainingMs() / this.#stepMs)));
    const group = this.#waiting.splice(0, count);
    if (group.length === 0) return;
    this.#beginGroup(group.map(({ runId }) => runId));
    for (const { resume } of group) resume();
  }
}
