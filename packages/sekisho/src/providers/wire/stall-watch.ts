/** Comments alone extend the wait to this many timeouts: the server is alive, but the model may never answer. */
const MAX_COMMENT_PERIODS = 5;

/** Reports a stream on which nothing arrives for too long. The time that the consumer takes does not count. */
export class StallWatch {
  readonly #startTimer: () => NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #isWaiting = false;
  #hasKeepAlive = false;
  #periods = 0;
  hasStalled = false;

  constructor(timeoutMs: number, onStall: () => void) {
    this.#startTimer = () =>
      setTimeout(() => {
        if (!this.#isWaiting) return;
        this.#periods += 1;
        if (this.#hasKeepAlive && this.#periods < MAX_COMMENT_PERIODS) {
          this.#hasKeepAlive = false;
          this.#timer?.refresh();
          return;
        }
        this.hasStalled = true;
        onStall();
      }, timeoutMs);
  }

  /** The next event is awaited from now on. */
  startWaiting(): void {
    this.#isWaiting = true;
    this.#hasKeepAlive = false;
    this.#periods = 0;
    // An unread stream must not keep the process alive, so the timer starts with the first read.
    if (this.#timer === undefined) this.#timer = this.#startTimer();
    else this.#timer.refresh();
  }

  /** Bytes have arrived that are no event, such as an SSE comment. */
  keepAlive(): void {
    this.#hasKeepAlive = true;
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
