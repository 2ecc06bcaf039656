/**
 * Truncates a text stream at the stop sequence that is complete first. Text that may be part of a stop sequence is
 * buffered.
 */
export class StopFilter {
  readonly #stops: readonly string[];
  #buffered = '';
  #isStopped = false;

  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== '');
  }

  /** True once a stop sequence was found. Text after it is dropped. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Adds a delta and returns the text that may be displayed now. */
  push(delta: string): string {
    if (this.#isStopped) return '';
    const text = this.#buffered + delta;
    const start = this.#findStop(text);
    if (start !== undefined) {
      this.#isStopped = true;
      this.#buffered = '';
      return text.slice(0, start);
    }
    const bufferedLength = this.#possibleStart(text);
    this.#buffered = text.slice(text.length - bufferedLength);
    return text.slice(0, text.length - bufferedLength);
  }

  /** Returns the buffered text when the stream ends without a stop sequence. */
  end(): string {
    const rest = this.#buffered;
    this.#buffered = '';
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
