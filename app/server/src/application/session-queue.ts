import { ServiceError } from './service-error.ts';

const MOST_WAITING = 10;

/** Lets the messages of one session be answered one after another, in the order in which they came. */
export class SessionQueue {
  readonly #lines = new Map<string, { last: Promise<unknown>; length: number }>();

  /** Runs the work when everything that came before it in this line has ended, well or badly. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(name) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > MOST_WAITING) {
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
