import type { Timer } from './timer.ts';

/** One limit for a whole call, however many attempts it takes. */
export class Deadline {
  /** Aborts when the time is up or the caller gives up. */
  readonly signal: AbortSignal;
  readonly #endsAt: number;
  readonly #timer: Timer;
  readonly #caller: AbortSignal | undefined;
  readonly #closed = new AbortController();
  #isOver = false;

  constructor(options: { ms: number; timer: Timer; signal: AbortSignal | undefined }) {
    this.#timer = options.timer;
    this.#endsAt = options.timer.now() + options.ms;
    this.#caller = options.signal;
    const controller = new AbortController();
    this.signal = options.signal ? AbortSignal.any([options.signal, controller.signal]) : controller.signal;
    void this.#end(options.ms, controller);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isCancelled(): boolean {
    return this.#caller?.aborted === true;
  }

  get leftMs(): number {
    return Math.max(0, this.#endsAt - this.#timer.now());
  }

  async #end(ms: number, controller: AbortController): Promise<void> {
    try {
      await this.#timer.wait(ms, this.#closed.signal);
    } catch {
      return;
    }
    this.#isOver = true;
    controller.abort();
  }

  /** Stops the clock; must be called when the call is over. */
  close(): void {
    this.#closed.abort();
  }
}
