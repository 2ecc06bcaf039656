import type { Bytes, StreamRepair } from './watch-stream.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const COLON = 58;

/**
 * Passes a stream unchanged, but removes chunks that contain only SSE comments between events. A comment shows that
 * the server responds, not that the model does.
 */
export class CommentFilter implements StreamRepair {
  #isLineStart = true;
  #isComment = false;
  #isEventOpen = false;
  #hasPartialComment = false;
  isDone = false;

  accept(bytes: Bytes): Bytes {
    // The start of this comment was removed, so the rest of its line is removed too.
    const from = this.#hasPartialComment ? bytes.indexOf(LINE_FEED) + 1 : 0;
    const isIdle = this.#isIdle(bytes);
    this.#hasPartialComment = isIdle && this.#isComment;
    return isIdle ? new Uint8Array() : bytes.subarray(from);
  }

  end(): Bytes {
    this.isDone = true;
    return new Uint8Array();
  }

  /** Returns whether a chunk contains only comments and blank lines outside of an event. */
  #isIdle(bytes: Bytes): boolean {
    // The blank line that ends an event is part of it, and so is the rest of a comment that began inside of it.
    let isIdle = !this.#isEventOpen && (!this.#isComment || this.#hasPartialComment);
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
