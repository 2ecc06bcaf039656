/** A segment of a model's text. A stray close tag means that all text before it was reasoning without an open tag. */
export type ThinkSegment =
  | { readonly kind: 'visible' | 'thought'; readonly text: string }
  | { readonly kind: 'stray-close' };

const OPEN = '<think>';
const CLOSE = '</think>';
const TAG = /<\/?think>/i;

/**
 * Separates reasoning from the answer in streamed text, for any chunk boundaries. Tags may nest; unclosed reasoning extends
 * to the end, so that no part of it appears as the answer.
 */
export class ThinkParser {
  #depth = 0;
  #pending = '';

  /** Accepts the next chunk. Returns the segments that are already certain. */
  push(text: string): ThinkSegment[] {
    const segments: ThinkSegment[] = [];
    let rest = this.#pending + text;
    for (let tag = TAG.exec(rest); tag !== null; tag = TAG.exec(rest)) {
      this.#addText(segments, rest.slice(0, tag.index));
      this.#cross(segments, tag[0]);
      rest = rest.slice(tag.index + tag[0].length);
    }
    const certain = rest.length - lengthOfPartialTag(rest);
    this.#addText(segments, rest.slice(0, certain));
    this.#pending = rest.slice(certain);
    return segments;
  }

  /** Ends the text: a partial tag is plain text. */
  finish(): ThinkSegment[] {
    const segments: ThinkSegment[] = [];
    this.#addText(segments, this.#pending);
    this.#pending = '';
    this.#depth = 0;
    return segments;
  }

  #addText(segments: ThinkSegment[], text: string): void {
    if (text !== '') segments.push({ kind: this.#depth > 0 ? 'thought' : 'visible', text });
  }

  #cross(segments: ThinkSegment[], tag: string): void {
    if (tag.length === OPEN.length) this.#depth += 1;
    else if (this.#depth > 0) this.#depth -= 1;
    else segments.push({ kind: 'stray-close' });
  }
}

/** Returns how many of the last characters could still become a tag. */
function lengthOfPartialTag(text: string): number {
  const start = text.lastIndexOf('<');
  if (start < 0) return 0;
  const tail = text.slice(start).toLowerCase();
  return OPEN.startsWith(tail) || CLOSE.startsWith(tail) ? tail.length : 0;
}
