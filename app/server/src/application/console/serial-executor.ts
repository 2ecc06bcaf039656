import { ConsoleError } from './console-error.ts';

const MAX_PENDING = 5;
const MAX_PENDING_PER_REQUESTER = 2;

/** Who asks for long work, and whether they still wait for it. */
export type Requester = { userId: string; signal: AbortSignal };

/** Lets long work be done one after another, so that many who ask for it at once do not stop the server for all. */
export class SerialExecutor {
  readonly #asked = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();

  /** Does the work when what came before has ended, well or badly; refuses when too many wait, or too many of one user. */
  async run<Result>({ userId, signal }: Requester, work: () => Promise<Result>): Promise<Result> {
    const own = this.#asked.get(userId) ?? 0;
    const all = [...this.#asked.values()].reduce((sum, count) => sum + count, 0);
    if (all >= MAX_PENDING || own >= MAX_PENDING_PER_REQUESTER) throw refusal();
    this.#asked.set(userId, own + 1);
    // Whoever went away while they waited must not keep those behind them waiting.
    const result = this.#last.then(() => (signal.aborted ? Promise.reject(refusal()) : work()));
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#leave(userId);
    }
  }

  #leave(userId: string): void {
    const left = (this.#asked.get(userId) ?? 1) - 1;
    if (left > 0) this.#asked.set(userId, left);
    else this.#asked.delete(userId);
  }
}

function refusal(): ConsoleError {
  return new ConsoleError('RateLimited', 'Others asked for the same. Ask again later.', {
    retryAfterMs: 5000,
  });
}
