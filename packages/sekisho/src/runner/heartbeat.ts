import type { RunLifecycle } from './run-lifecycle.ts';
import type { SessionSettings } from './session-settings.ts';

/** Tells the store that this process lives, for as long as it has runs at work. */
export class Heartbeat {
  readonly #settings: SessionSettings;
  readonly #lifecycle: RunLifecycle;
  readonly #everyMs: number;
  #running = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(settings: SessionSettings, lifecycle: RunLifecycle, leaseMs: number) {
    this.#settings = settings;
    this.#lifecycle = lifecycle;
    this.#everyMs = Math.max(50, Math.floor(leaseMs / 3));
  }

  /** A run is at work now; call what this answers when it no longer is. Later calls do nothing. */
  begin(): () => void {
    if (!this.#settings.store.durable) return () => {};
    this.#running += 1;
    this.#timer ??= setInterval(() => this.#beat(), this.#everyMs).unref();
    let isAtWork = true;
    return () => {
      if (!isAtWork) return;
      isAtWork = false;
      this.#running -= 1;
      if (this.#running > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #beat(): void {
    // A beat that fails is made good by the next; a lease that runs out is caught by the epoch of every write.
    this.#settings.ledger.commit(this.#lifecycle.beat(true), []).catch((cause: unknown) => {
      process.emitWarning(`A sign of life could not be stored: ${String(cause)}`, { code: 'AGENTS-E-STORE' });
    });
  }
}
