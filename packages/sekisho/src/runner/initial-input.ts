import type { ModelRequest } from '../sdk/upstream.ts';

/** The initial input of a run, until a call has to be judged with it. Most runs without calls never need it. */
export class InitialInput {
  #input: ModelRequest['input'] | undefined;
  #isTaken = false;

  /** Stores the input of the first request. */
  set(input: ModelRequest['input']): void {
    if (!this.#isTaken) this.#input ??= input;
  }

  /** Drops the input of a resumed run, because its state contains the earlier conversation. */
  skip(): void {
    this.#isTaken = true;
  }

  /** Returns the input once. */
  take(): ModelRequest['input'] | undefined {
    if (this.#isTaken || this.#input === undefined) return undefined;
    const input = this.#input;
    this.skip();
    this.#input = undefined;
    return input;
  }
}
