const COULD_BE_FENCE = /^ {0,3}(?:`{0,2}|~{0,2}|`{3,}[^`]*|~{3,}.*)$/;
const OPENING = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** Lets through the prose of an answer while it arrives and holds back code blocks, which are not for reading. */
export class ProseStream {
  readonly #show: (text: string) => void;
  readonly #onBlock: () => void;
  #line = '';
  /** How much of the line has been shown. */
  #shown = 0;
  #fence: string | undefined;

  constructor(show: (text: string) => void, onBlock: () => void) {
    this.#show = show;
    this.#onBlock = onBlock;
  }

  write(delta: string): void {
    const [first = '', ...more] = delta.split('\n');
    this.#grow(first);
    for (const piece of more) {
      this.#endLine();
      this.#grow(piece);
    }
  }

  /** Shows what was held back and turned out to be prose. */
  end(): void {
    if (this.#fence === undefined && !OPENING.test(this.#line)) this.#release();
  }

  #grow(piece: string): void {
    this.#line += piece;
    if (this.#fence !== undefined) return;
    // Once a part of the line is shown, the rest of it cannot be a fence any more.
    if (this.#shown > 0 || !COULD_BE_FENCE.test(this.#line)) this.#release();
  }

  #release(): void {
    const text = this.#line.slice(this.#shown);
    this.#shown = this.#line.length;
    if (text !== '') this.#show(text);
  }

  #endLine(): void {
    const line = this.#line.trimEnd();
    if (this.#fence !== undefined) {
      const mark = line.trimStart();
      const isClosing = mark.startsWith(this.#fence) && mark.replaceAll(this.#fence[0] ?? '', '') === '';
      if (isClosing) this.#fence = undefined;
    } else {
      this.#fence = this.#shown > 0 ? undefined : OPENING.exec(line)?.[1];
      if (this.#fence === undefined) {
        this.#release();
        this.#show('\n');
      } else this.#onBlock();
    }
    this.#line = '';
    this.#shown = 0;
  }
}
