import { ServiceError } from './service-error.ts';

const MAX_WAITING = 10;

/** The name of the queue of a session. The user is part of it, so that nobody can hold up the session of another. */
export const lineOf = (userId: string, sessionId: string): string => JSON.stringify([userId, sessionId]);

/** Lets the messages of one session be answered one after another, in the order in which they came. */
export class SessionQueue {
  readonly #lines = new Map<string, { last: Promise<unknown>; length: number }>();

  /** Runs the work when everything that came before it in this line has ended, well or badly. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(name) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > MAX_WAITING) {
      const facts = { retryAfterMs: 2000 };
      throw new ServiceError('SessionBusy', 'Too many messages wait in this session already.', facts);
    }
    const result = line.last.then(work);
    line.last = result.catch(() => undefined);
    line.length += 1;
    this.#lines.set(name, line);
    try {
      return await result;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(name);
    }
  }
}
