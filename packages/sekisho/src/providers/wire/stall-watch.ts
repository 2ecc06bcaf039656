/** Says when nothing arrives for too long; the time that the consumer takes does not count. */
export class StallWatch {
  readonly #startTimer: () => NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #isWaiting = false;
  hasStalled = false;

  constructor(timeoutMs: number, onStall: () => void) {
    this.#startTimer = () =>
      setTimeout(() => {
        if (!this.#isWaiting) return;
        this.hasStalled = true;
        onStall();
      }, timeoutMs);
  }

  /** The next event is awaited from now on. */
  startWaiting(): void {
    this.#isWaiting = true;
    // A stream that nobody reads must not keep the process alive, so the timer begins with the first read.
    if (this.#timer === undefined) this.#timer = this.#startTimer();
    else this.#timer.refresh();
  }

  /** An event has arrived. */
  stopWaiting(): void {
    this.#isWaiting = false;
  }

  /** The stream is over. */
  end(): void {
    this.#isWaiting = false;
    clearTimeout(this.#timer);
  }
}
