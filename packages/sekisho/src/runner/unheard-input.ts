import type { ModelRequest } from '../sdk/upstream.ts';

/** What a run began with, until a call has to be judged by it. Most runs without calls never need it. */
export class UnheardInput {
  #input: ModelRequest['input'] | undefined;
  #isHeard = false;

  /** Keeps the input of the first request. */
  keep(input: ModelRequest['input']): void {
    if (!this.#isHeard) this.#input ??= input;
  }

  /** The run goes on from a state, which says what was said before. */
  skip(): void {
    this.#isHeard = true;
  }

  /** Gives the input once. */
  take(): ModelRequest['input'] | undefined {
    if (this.#isHeard || this.#input === undefined) return undefined;
    const input = this.#input;
    this.skip();
    this.#input = undefined;
    return input;
  }
}
