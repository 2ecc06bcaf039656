/** What a line splitter tells: a whole line, or that a line was thrown away because it had no end in sight. */
export type LineSink = {
  onLine(line: string): void;
  onOversized(bytes: number): void;
};

const NEWLINE = 0x0a;

/**
 * Cuts a byte stream into lines. Bytes are decoded only when a line is whole, so a character that arrives in
 * two chunks survives, and a line of many megabytes costs one copy.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  readonly #maxLineBytes: number;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(sink: LineSink, maxLineBytes: number) {
    this.#sink = sink;
    this.#maxLineBytes = maxLineBytes;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#finishLine();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** The stream is over: what is left without a newline is a line too. */
  end(): void {
    if (this.#bytes > 0) this.#finishLine();
  }

  #keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    // A line that is too long is counted on but no longer stored, so that it cannot fill the memory.
    if (this.#bytes > this.#maxLineBytes) this.#parts = [];
    else this.#parts.push(part);
  }

  #finishLine(): void {
    const parts = this.#parts;
    const bytes = this.#bytes;
    this.#parts = [];
    this.#bytes = 0;
    if (bytes > this.#maxLineBytes) return this.#sink.onOversized(bytes);
    const line = Buffer.concat(parts, bytes).toString('utf8').trim();
    if (line !== '') this.#sink.onLine(line);
  }
}
