import { ThinkParser, type ThinkSegment } from './think-parser.ts';

/** The text of one round as it arrives: what of it is thought, what is answer, and how it looks with both. */
export class RoundText {
  readonly #parser = new ThinkParser();
  #visible = '';
  #thought = '';
  #isInThought = false;

  /** What the user is meant to read. */
  get visible(): string {
    return this.#visible.trim();
  }

  /** What the model said to itself. */
  get thought(): string {
    return this.#thought.trim();
  }

  /** Takes the next piece; gives back how it looks to somebody who may read thoughts, in well-formed blocks. */
  push(text: string): string {
    return this.#take(this.#parser.push(text));
  }

  /** The round is over; closes a thought that the model left open. */
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
