/** Receives complete lines, and a notification about each line that was discarded because it is too long. */
export type LineSink = {
  onLine(line: string): void;
  onOversized(bytes: number): void;
};

const NEWLINE = 0x0a;

/**
 * Splits a byte stream into lines. Bytes are decoded when a line is complete, so a character in two chunks
 * is decoded correctly, and a line of many megabytes is copied once.
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

  /** Ends the stream. A rest without a newline is a line too. */
  end(): void {
    if (this.#bytes > 0) this.#finishLine();
  }

  #keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    // A line that is too long is counted but not stored, so that it cannot fill the memory.
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
