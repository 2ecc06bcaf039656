/** Cuts a stream of text at the stop sequence that is complete first; text that may still become one is held back. */
export class StopFilter {
  readonly #stops: readonly string[];
  #held = '';
  #isStopped = false;

  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== '');
  }

  /** True once a stop sequence was seen; everything after it is dropped. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Takes a delta, gives back what may be shown now. */
  push(delta: string): string {
    if (this.#isStopped) return '';
    const text = this.#held + delta;
    const start = this.#findStop(text);
    if (start !== undefined) {
      this.#isStopped = true;
      this.#held = '';
      return text.slice(0, start);
    }
    const kept = this.#possibleStart(text);
    this.#held = text.slice(text.length - kept);
    return text.slice(0, text.length - kept);
  }

  /** Gives back what was held when the stream ends without a stop. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }

  #findStop(text: string): number | undefined {
    const found = this.#stops
      .map((stop) => ({ start: text.indexOf(stop), length: stop.length }))
      .filter(({ start }) => start >= 0)
      .toSorted((a, b) => a.start + a.length - b.start - b.length || a.start - b.start);
    return found[0]?.start;
  }

  #possibleStart(text: string): number {
    const longest = Math.max(0, ...this.#stops.map((stop) => stop.length - 1));
    for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
      const tail = text.slice(text.length - length);
      if (this.#stops.some((stop) => stop.startsWith(tail))) return length;
    }
    return 0;
  }
}
