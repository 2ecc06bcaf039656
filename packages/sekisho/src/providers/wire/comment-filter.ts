import type { Bytes, StreamRepair } from './watch-stream.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const COLON = 58;

/**
 * Passes a stream on unchanged, except that pieces with nothing but SSE comments between events are left out: a comment
 * shows that the server is alive, not that the model is.
 */
export class CommentFilter implements StreamRepair {
  #isLineStart = true;
  #isComment = false;
  #isEventOpen = false;
  #hasCutComment = false;
  isDone = false;

  accept(bytes: Bytes): Bytes {
    // The start of this comment was left out, so the rest of its line goes too.
    const from = this.#hasCutComment ? bytes.indexOf(LINE_FEED) + 1 : 0;
    const isIdle = this.#isIdle(bytes);
    this.#hasCutComment = isIdle && this.#isComment;
    return isIdle ? new Uint8Array() : bytes.subarray(from);
  }

  end(): Bytes {
    this.isDone = true;
    return new Uint8Array();
  }

  /** Whether a piece holds only comments and blank lines outside of an event. */
  #isIdle(bytes: Bytes): boolean {
    // The blank line that ends an event belongs to it, and so does the rest of a comment that was begun with it.
    let isIdle = !this.#isEventOpen && (!this.#isComment || this.#hasCutComment);
    for (const byte of bytes) {
      if (byte === LINE_FEED) {
        if (this.#isLineStart) this.#isEventOpen = false;
        this.#isLineStart = true;
        this.#isComment = false;
      } else if (byte !== CARRIAGE_RETURN && !this.#isComment) {
        this.#isComment = this.#isLineStart && byte === COLON;
        if (!this.#isComment) this.#isEventOpen = true;
        this.#isLineStart = false;
      }
      if (this.#isEventOpen) isIdle = false;
    }
    return isIdle;
  }
}
