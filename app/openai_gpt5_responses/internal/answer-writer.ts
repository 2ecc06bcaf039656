import { StopFilter, type Progress, type ResponseOutcome } from '@sekisho/responses';

/** The options of the displayed text. */
export type AnswerOptions = { readonly stop: readonly string[]; readonly showsReasoning: boolean };

/** Turns events of OpenAI into the text that Dify displays: reasoning and commentary in `<think>`, the answer up to a stop. */
export class AnswerWriter {
  readonly #filter: StopFilter;
  readonly #showsReasoning: boolean;
  #thought: string | undefined;
  #hasAnswered = false;

  constructor({ stop, showsReasoning }: AnswerOptions) {
    this.#filter = new StopFilter(stop);
    this.#showsReasoning = showsReasoning;
  }

  /** True after a stop sequence; later text is ignored. */
  get isStopped(): boolean {
    return this.#filter.isStopped;
  }

  /** Returns the text that one event adds. */
  write(progress: Progress): string {
    switch (progress.type) {
      case 'reasoning':
        return this.#think(`reasoning ${progress.outputIndex} ${progress.summaryIndex}`, progress.delta);
      case 'text':
        return progress.phase === 'commentary'
          ? this.#think(`remark ${progress.outputIndex}`, progress.delta)
          : this.#answer(progress.delta);
      case 'refusal':
        return this.#answer(progress.delta);
      case 'item':
      case 'started':
      case 'arguments':
      case 'tool':
      case 'finished':
        return '';
    }
  }

  /** Returns the text that is still missing at the end; all of it when nothing was streamed. */
  finish(outcome: ResponseOutcome): string {
    let text = '';
    if (!this.#hasAnswered) {
      if (this.#thought === undefined) {
        for (const [index, thought] of [outcome.reasoningSummary, ...outcome.commentary].entries()) {
          text += this.#think(`whole ${index}`, thought);
        }
      }
      text += this.#answer(outcome.answer === '' ? (outcome.refusal ?? '') : outcome.answer);
    }
    return text + this.#closeThought() + this.#filter.end();
  }

  #think(source: string, delta: string): string {
    if (!this.#showsReasoning || delta === '') return '';
    const opening = this.#thought === undefined ? '<think>\n' : this.#thought === source ? '' : '\n\n';
    this.#thought = source;
    return opening + delta;
  }

  #answer(delta: string): string {
    if (delta === '') return '';
    this.#hasAnswered = true;
    return this.#closeThought() + this.#filter.push(delta);
  }

  #closeThought(): string {
    if (this.#thought === undefined) return '';
    this.#thought = undefined;
    return '\n</think>\n';
  }
}
