import { ConsoleError } from './console-error.ts';

const MOST_WAITING = 4;

/** Lets long work be done one after another, so that many who ask for it at once do not stop the server for all. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();
  #asked = 0;

  /** Does the work when what came before has ended, well or badly; refuses when too many wait already. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#asked > MOST_WAITING)
      throw new ConsoleError('RateLimited', 'Others asked for the same. Ask again later.', {
        retryAfterMs: 5000,
      });
    this.#asked += 1;
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#asked -= 1;
    }
  }
}
