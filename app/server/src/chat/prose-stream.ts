import type { AskOptions } from './conversation/ai-conversation-responder.ts';
const COULD_BE_FENCE = /^ {0,3}(?:`{0,2}|~{0,2}|`{3,}[^`]*|~{3,}.*)$/;
const OPENING = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** Passes on the prose of a response while it arrives, and omits code blocks, which are not for people. */
export class ProseStream {
  readonly #emit: (text: string) => void;
  readonly #onBlock: () => void;
  #line = '';
  /** The number of characters of the line that were passed on. */
  #emitted = 0;
  #fence: string | undefined;

  constructor(show: (text: string) => void, onBlock: () => void) {
    this.#emit = show;
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

  /** Passes on buffered text that turned out to be prose. */
  end(): void {
    if (this.#fence === undefined && !OPENING.test(this.#line)) this.#release();
  }

  #grow(piece: string): void {
    this.#line += piece;
    if (this.#fence !== undefined) return;
    // After a part of the line was passed on, the line cannot be a fence.
    if (this.#emitted > 0 || !COULD_BE_FENCE.test(this.#line)) this.#release();
  }

  #release(): void {
    const text = this.#line.slice(this.#emitted);
    this.#emitted = this.#line.length;
    if (text !== '') this.#emit(text);
  }

  #endLine(): void {
    const line = this.#line.trimEnd();
    if (this.#fence !== undefined) {
      const mark = line.trimStart();
      const isClosing = mark.startsWith(this.#fence) && mark.replaceAll(this.#fence[0] ?? '', '') === '';
      if (isClosing) this.#fence = undefined;
    } else {
      this.#fence = this.#emitted > 0 ? undefined : OPENING.exec(line)?.[1];
      if (this.#fence === undefined) {
        this.#release();
        this.#emit('\n');
      } else this.#onBlock();
    }
    this.#line = '';
    this.#emitted = 0;
  }
}

/**
 * Streams the prose of a response while it arrives. Calls `onRestart` when a later attempt replaces text that was
 * sent.
 */
export function streamProse({ onText, onDraft, onRestart }: AskOptions): {
  watch: AskOptions;
  end: () => void;
} {
  let hasShown = false;
  const open = () =>
    new ProseStream(
      (text) => {
        hasShown = true;
        onText?.(text);
      },
      () => onDraft?.(),
    );
  let prose = open();
  return {
    watch: {
      onText: onText && ((delta) => prose.write(delta)),
      onDraft,
      onRestart: () => {
        prose = open();
        if (hasShown) onRestart?.();
        hasShown = false;
      },
    },
    end: () => prose.end(),
  };
}
