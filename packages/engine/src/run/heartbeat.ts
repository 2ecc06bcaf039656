import { setTimeout as sleep } from 'node:timers/promises';
import type { RunLifecycle } from './run-lifecycle.ts';
import type { EngineContext } from '../durable/engine-context.ts';

/** Renews the lease of this process while it executes runs or waits for runs to resume. */
export class Heartbeat {
  readonly #context: EngineContext;
  readonly #lifecycle: RunLifecycle;
  readonly #everyMs: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #serving = 0;
  #isLeaseEnded = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(context: EngineContext, lifecycle: RunLifecycle, leaseMs: number) {
    this.#context = context;
    this.#lifecycle = lifecycle;
    this.#everyMs = Math.max(50, Math.floor(leaseMs / 3));
  }

  /** Counts an active run. The returned function ends it; later calls of that function do nothing. */
  begin(): () => void {
    this.#running += 1;
    this.#renew();
    let isActive = true;
    return () => {
      if (!isActive) return;
      isActive = false;
      this.#running -= 1;
      if (this.#running > 0) return;
      this.#stopIfUnused();
      for (const resolve of this.#waiting.splice(0)) resolve();
    };
  }

  /**
   * Renews the lease while this process waits for runs to resume. The returned function ends this, and ends the lease unless
   * it is needed otherwise. `stop` does not wait for it, unlike for active runs.
   */
  serve(): () => Promise<void> {
    this.#serving += 1;
    this.#renew();
    if (this.#context.store.durable) this.#writeHeartbeat();
    let isServing = true;
    return async () => {
      if (!isServing) return;
      isServing = false;
      this.#serving -= 1;
      if (this.#running > 0 || this.#serving > 0) return;
      this.#stopIfUnused();
      await this.#endLease();
    };
  }

  /** Waits up to `maxMs` until no run is active, and then ends the lease. If runs are still active, the lease remains. */
  async stop(maxMs: number): Promise<void> {
    await this.#idle(maxMs);
    const { lastHeartbeatAt } = this.#context.ledger;
    if (this.#running === 0 && Number.isFinite(lastHeartbeatAt)) await this.#endLease();
    // The store is closed next, so the lease of runs that are still active cannot be renewed any more.
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Resolves when no run is active, or after `maxMs`. */
  async #idle(maxMs: number): Promise<void> {
    if (this.#running === 0) return;
    const idle = new Promise<void>((resolve) => this.#waiting.push(resolve));
    const end = new AbortController();
    // A timer with a longer delay than this fires immediately.
    const timeoutMs = Math.min(maxMs, 2 ** 31 - 1);
    await Promise.race([idle, sleep(timeoutMs, undefined, { signal: end.signal }).catch(() => {})]);
    end.abort();
  }

  #renew(): void {
    if (!this.#context.store.durable) return;
    this.#timer ??= setInterval(() => this.#writeHeartbeat(), this.#everyMs).unref();
    // A run that was claimed while the lease was ending must not appear orphaned until the next renewal.
    if (this.#isLeaseEnded) this.#writeHeartbeat();
    this.#isLeaseEnded = false;
  }

  #stopIfUnused(): void {
    if (this.#running > 0 || this.#serving > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #endLease(): Promise<void> {
    if (!this.#context.store.durable) return;
    this.#isLeaseEnded = true;
    this.#context.ledger.forgetHeartbeat();
    // A lease that could not be ended expires by itself.
    await this.#context.ledger.commit(this.#lifecycle.endLease(), []).catch(() => undefined);
  }

  #writeHeartbeat(): void {
    // The next renewal compensates for a failed one; the epoch of every write detects an expired lease.
    this.#context.ledger.commit(this.#lifecycle.heartbeat(true), []).catch((cause: unknown) => {
      process.emitWarning(`The lease of this process could not be renewed: ${String(cause)}`, {
        code: 'AGENTS-E-STORE',
      });
    });
  }
}
