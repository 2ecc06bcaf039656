import { ConsoleError } from '../errors/console-error.ts';

const MAX_PENDING = 5;
const MAX_PENDING_PER_REQUESTER = 2;

/** The user who requests long-running work, and a signal that aborts when the client disconnects. */
export type Requester = { userId: string; signal: AbortSignal };

/** Runs long work sequentially, so that concurrent requests do not block the server. */
export class SerialExecutor {
  readonly #pending = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs the work after all earlier work has ended or failed. Throws when too many requests wait, in total or of one
   * user.
   */
  async run<Result>({ userId, signal }: Requester, work: () => Promise<Result>): Promise<Result> {
    const own = this.#pending.get(userId) ?? 0;
    const all = [...this.#pending.values()].reduce((sum, count) => sum + count, 0);
    if (all >= MAX_PENDING || own >= MAX_PENDING_PER_REQUESTER) throw refusal();
    this.#pending.set(userId, own + 1);
    // Work of a disconnected client is skipped, so that it does not delay the requests behind it.
    const result = this.#last.then(() => (signal.aborted ? Promise.reject(refusal()) : work()));
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#removePending(userId);
    }
  }

  #removePending(userId: string): void {
    const left = (this.#pending.get(userId) ?? 1) - 1;
    if (left > 0) this.#pending.set(userId, left);
    else this.#pending.delete(userId);
  }
}

function refusal(): ConsoleError {
  return new ConsoleError('RateLimited', 'Too many concurrent requests of this kind. Retry in 5 seconds.', {
    retryAfterMs: 5000,
  });
}
