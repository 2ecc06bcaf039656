import type { Writable } from 'node:stream';

/** Accepts lines in order. The promise settles when the writer can accept more. */
export type LineWriter = {
  write(line: string): Promise<void>;
};

/** The reader has closed the connection. */
export class WriterClosedError extends Error {
  override readonly name = 'WriterClosedError';
}

/** Writes lines to a stream, waits while the reader is slow, and rejects after the reader has closed. */
export class StreamLineWriter implements LineWriter {
  readonly #stream: Writable;
  #drained: Promise<void> | undefined;
  #closed = false;

  constructor(stream: Writable, onClosed: () => void) {
    this.#stream = stream;
    const close = () => {
      if (this.#closed) return;
      this.#closed = true;
      onClosed();
    };
    stream.on('error', close);
    stream.on('close', close);
  }

  async write(line: string): Promise<void> {
    if (this.#closed) throw new WriterClosedError('The reader has closed the connection.');
    if (!this.#stream.write(line)) this.#drained ??= this.#waitForDrain();
    await this.#drained;
  }

  async #waitForDrain(): Promise<void> {
    const stream = this.#stream;
    await new Promise<void>((resolve, reject) => {
      const refuse = () =>
        finish(() => reject(new WriterClosedError('The reader has closed the connection.')));
      const accept = () => finish(resolve);
      const finish = (settle: () => void) => {
        this.#drained = undefined;
        stream.off('drain', accept);
        stream.off('close', refuse);
        stream.off('error', refuse);
        settle();
      };
      stream.on('drain', accept);
      stream.on('close', refuse);
      stream.on('error', refuse);
    });
  }
}
