import type { Timer } from './timer.ts';

/** One time limit for a whole call with all its attempts. */
export class Deadline {
  /** Aborts when the deadline passes or the caller cancels. */
  readonly signal: AbortSignal;
  readonly #endsAt: number;
  readonly #timer: Timer;
  readonly #caller: AbortSignal | undefined;
  readonly #limit = new AbortController();
  readonly #closed = new AbortController();
  #isOver = false;

  constructor(options: { ms: number; timer: Timer; signal: AbortSignal | undefined }) {
    this.#timer = options.timer;
    this.#endsAt = options.timer.now() + options.ms;
    this.#caller = options.signal;
    const { signal } = this.#limit;
    this.signal = options.signal ? AbortSignal.any([options.signal, signal]) : signal;
    void this.#end(options.ms);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isCanceled(): boolean {
    return this.#caller?.aborted === true;
  }

  get leftMs(): number {
    return Math.max(0, this.#endsAt - this.#timer.now());
  }

  /** Reduces the remaining time to at most this value. */
  shorten(ms: number): void {
    void this.#end(ms);
  }

  /**
   * Returns a signal for work that must not be interrupted immediately. It aborts this much later than the caller
   * cancels.
   */
  signalAfter(ms: number): AbortSignal {
    const { signal } = this.#closed;
    this.#caller?.addEventListener('abort', () => this.shorten(ms), { once: true, signal });
    return this.#limit.signal;
  }

  /** Waits. Rejects when the deadline passes or the caller cancels. */
  pause(ms: number): Promise<void> {
    return this.#timer.wait(ms, this.signal);
  }

  async #end(ms: number): Promise<void> {
    try {
      await this.#timer.wait(ms, this.#closed.signal);
    } catch {
      return;
    }
    this.#isOver = true;
    this.#limit.abort();
  }

  /** Stops the timers. It must be called at the end of the call. */
  close(): void {
    this.#closed.abort();
  }
}
