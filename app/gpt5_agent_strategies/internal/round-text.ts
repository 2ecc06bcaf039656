import { ThinkParser, type ThinkSegment } from './think-parser.ts';

/** The streamed text of one round, split into reasoning and answer. */
export class RoundText {
  readonly #parser = new ThinkParser();
  #visible = '';
  #thought = '';
  #isInThought = false;

  /** The text for the user. */
  get visible(): string {
    return this.#visible.trim();
  }

  /** The reasoning of the model. */
  get thought(): string {
    return this.#thought.trim();
  }

  /** Accepts the next chunk. Returns its text with reasoning in well-formed blocks. */
  push(text: string): string {
    return this.#take(this.#parser.push(text));
  }

  /** Ends the round and closes an open reasoning block. */
  finish(): string {
    return this.#take(this.#parser.finish()) + this.#cross(false);
  }

  #take(segments: readonly ThinkSegment[]): string {
    return segments.map((segment) => this.#takeOne(segment)).join('');
  }

  #takeOne(segment: ThinkSegment): string {
    switch (segment.kind) {
      case 'visible':
        this.#visible += segment.text;
        return this.#cross(false) + segment.text;
      case 'thought':
        this.#thought += segment.text;
        return this.#cross(true) + segment.text;
      case 'stray-close':
        this.#thought += this.#visible;
        this.#visible = '';
        return this.#cross(false);
    }
  }

  #cross(isInThought: boolean): string {
    if (isInThought === this.#isInThought) return '';
    this.#isInThought = isInThought;
    return isInThought ? '<think>' : '</think>';
  }
}
