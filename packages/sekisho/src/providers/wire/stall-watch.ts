/** Comments alone extend the wait to this many timeouts: the server responds, but the model may not. */
const MAX_COMMENT_PERIODS = 5;

/** Reports a stream on which nothing arrives for too long. The time of the consumer does not count. */
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

  /** Starts waiting for the next event. */
  startWaiting(): void {
    this.#isWaiting = true;
    this.#hasKeepAlive = false;
    this.#periods = 0;
    // An unread stream must not keep the process running, so the timer starts with the first read.
    if (this.#timer === undefined) this.#timer = this.#startTimer();
    else this.#timer.refresh();
  }

  /** Records bytes that are not an event, such as an SSE comment. */
  keepAlive(): void {
    this.#hasKeepAlive = true;
  }

  /** Records that an event has arrived. */
  stopWaiting(): void {
    this.#isWaiting = false;
  }

  /** Ends the watch. */
  end(): void {
    this.#isWaiting = false;
    clearTimeout(this.#timer);
  }
}
