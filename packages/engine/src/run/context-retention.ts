import { setTimeout as sleep } from 'node:timers/promises';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StateStore } from '../store/state-store.ts';

/** How long the context of an ended run is kept: a number of days, or not at all. */
export type ContextRetention = 'off' | { readonly days: number };

const DEFAULT_DAYS = 30;
const EVERY_MS = 3_600_000;
const PAUSE_MS = 50;
const RUNS_PER_STEP = 200;
const DAY_MS = 86_400_000;

/**
 * Removes the texts and results of runs that ended long ago. Rows, audit records and what the runs were about stay, so that
 * the log can still be verified. Removal proceeds in small steps, at most once an hour.
 */
export class ContextRemoval {
  readonly #store: StateStore;
  readonly #clock: () => number;
  readonly #keptMs: number;
  #after = 0;
  #nextAt = 0;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(store: StateStore, clock: () => number, retention: ContextRetention | undefined) {
    this.#store = store;
    this.#clock = clock;
    this.#keptMs = retention === 'off' ? 0 : daysOf(retention) * DAY_MS;
  }

  /** Starts a removal in the background if one is due. */
  startIfDue(): void {
    const now = this.#clock();
    if (!this.#store.durable || this.#running || this.#isClosed || now < this.#nextAt) return;
    this.#nextAt = now + EVERY_MS;
    this.#running = this.#run()
      .catch((cause: unknown) => {
        // The next attempt is in an hour. Nothing depends on the removal.
        process.emitWarning(`The context of old runs could not be removed: ${String(cause)}`, {
          code: 'AGENTS-E-STORE',
        });
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Removes everything that is due now. */
  async run(): Promise<void> {
    await this.#running;
    await this.#run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const endedBefore = new Date(this.#clock() - this.#keptMs).toISOString();
    // A run that was open when it was looked at is found by the next process, which begins at the first run.
    for (;;) {
      const last = await this.#store.removeContext?.({
        endedBefore,
        after: this.#after,
        limit: RUNS_PER_STEP,
      });
      if (last === undefined || this.#isClosed) return;
      this.#after = last;
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}

function daysOf(retention: Exclude<ContextRetention, 'off'> | undefined): number {
  const days = retention === undefined ? DEFAULT_DAYS : retention.days;
  if (typeof days === 'number' && days > 0) return days;
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    `contextRetention must be "off" or { days } with a positive number, but days is ${String(days)}.`,
  );
}
