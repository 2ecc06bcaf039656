import { setTimeout as sleep } from 'node:timers/promises';
import type { RunLifecycle } from './run-lifecycle.ts';
import type { SessionSettings } from './session-settings.ts';

/** Knows whether this process has runs at work, and tells the store that it lives for as long as it has. */
export class Heartbeat {
  readonly #settings: SessionSettings;
  readonly #lifecycle: RunLifecycle;
  readonly #everyMs: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(settings: SessionSettings, lifecycle: RunLifecycle, leaseMs: number) {
    this.#settings = settings;
    this.#lifecycle = lifecycle;
    this.#everyMs = Math.max(50, Math.floor(leaseMs / 3));
  }

  /** A run is at work now; call what this answers when it no longer is. Later calls do nothing. */
  begin(): () => void {
    this.#running += 1;
    if (this.#settings.store.durable) this.#timer ??= setInterval(() => this.#beat(), this.#everyMs).unref();
    let isAtWork = true;
    return () => {
      if (!isAtWork) return;
      isAtWork = false;
      this.#running -= 1;
      if (this.#running > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      for (const resolve of this.#waiting.splice(0)) resolve();
    };
  }

  /** Resolves when no run is at work, or after so long. */
  async idle(mostMs: number): Promise<void> {
    if (this.#running === 0) return;
    const idle = new Promise<void>((resolve) => this.#waiting.push(resolve));
    const end = new AbortController();
    // A timer that is told more than this does not wait at all.
    const patience = Math.min(mostMs, 2 ** 31 - 1);
    await Promise.race([idle, sleep(patience, undefined, { signal: end.signal }).catch(() => {})]);
    end.abort();
  }

  #beat(): void {
    // A beat that fails is made good by the next; a lease that runs out is caught by the epoch of every write.
    this.#settings.ledger.commit(this.#lifecycle.beat(true), []).catch((cause: unknown) => {
      process.emitWarning(`A sign of life could not be stored: ${String(cause)}`, { code: 'AGENTS-E-STORE' });
    });
  }
}
