/** An event of a stream. */
export type StreamEvent = { event: string; data: string };

/** A queue of events between a producer and the stream that sends them. */
export class EventQueue {
  #events: StreamEvent[] = [];
  #wake: (() => void) | undefined;
  #isEnded = false;

  push(event: string, data: unknown): void {
    this.#events.push({ event, data: JSON.stringify(data) });
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  /** Yields every event until the end. */
  async *read(): AsyncGenerator<StreamEvent> {
    for (;;) {
      const events = this.#events;
      this.#events = [];
      yield* events;
      if (this.#events.length > 0) continue;
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
