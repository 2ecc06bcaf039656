import type { ProgressReport } from '../mcp/tool.ts';

/** Sends progress at a limited rate with increasing numbers, and a heartbeat when nothing happens. */
export class ProgressReporter {
  readonly #send: (report: ProgressReport) => Promise<void>;
  readonly #now: () => number;
  readonly #intervalMs: number;
  readonly #heartbeat: NodeJS.Timeout;
  #sentAt = Number.NEGATIVE_INFINITY;
  #count = 0;
  #last = '';

  constructor(options: {
    send: (report: ProgressReport) => Promise<void>;
    now: () => number;
    intervalMs?: number;
    heartbeatMs?: number;
  }) {
    this.#send = options.send;
    this.#now = options.now;
    this.#intervalMs = options.intervalMs ?? 250;
    // Clients cancel a call that sends nothing for about a minute.
    this.#heartbeat = setInterval(() => this.#emit(this.#last), options.heartbeatMs ?? 10_000);
    this.#heartbeat.unref();
  }

  /** Sends the message unless another one was sent within the interval. */
  report(message: string | undefined): void {
    if (message === undefined) return;
    this.#last = message;
    if (this.#now() - this.#sentAt >= this.#intervalMs) this.#emit(message);
  }

  close(): void {
    clearInterval(this.#heartbeat);
  }

  #emit(message: string): void {
    this.#sentAt = this.#now();
    this.#count += 1;
    // A disconnected client must not fail the work; the signal reports the disconnection.
    this.#send({ progress: this.#count, ...(message === '' ? {} : { message }) }).catch(() => undefined);
  }
}
