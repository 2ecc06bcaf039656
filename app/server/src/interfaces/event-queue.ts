/** Something that a stream tells its reader. */
export type StreamEvent = { event: string; data: string };

/** Events between the one who makes them and the one who sends them, in order. */
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

  /** Gives every event until the end. */
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
