import type { Timer } from './timer.ts';

/** One limit for a whole call, however many attempts it takes. */
export class Deadline {
  /** Aborts when the time is up or the caller gives up. */
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

  /** Leaves no more than this much time. */
  shorten(ms: number): void {
    void this.#end(ms);
  }

  /** A signal for what must not be torn off: when the caller gives up, it has this much more time. */
  signalAfter(ms: number): AbortSignal {
    const { signal } = this.#closed;
    this.#caller?.addEventListener('abort', () => this.shorten(ms), { once: true, signal });
    return this.#limit.signal;
  }

  /** Waits; rejects when the time is up or the caller gives up. */
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

  /** Stops the clock; must be called when the call is over. */
  close(): void {
    this.#closed.abort();
  }
}
