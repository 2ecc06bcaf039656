import { ServiceError } from '../errors/service-error.ts';

const MAX_WAITING = 10;

/** Returns the key of a session's queue. It includes the user, so that no user can delay the session of another. */
export const queueKeyOf = (userId: string, sessionId: string): string => JSON.stringify([userId, sessionId]);

/** Processes the messages of each session one after another, in order of arrival. */
export class SessionQueue {
  readonly #queues = new Map<string, { last: Promise<unknown>; length: number }>();

  /** Runs the work after all earlier work in this queue has ended or failed. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.#queues.get(name) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > MAX_WAITING) {
      const facts = { retryAfterMs: 2000 };
      throw new ServiceError(
        'SessionBusy',
        'Too many messages are waiting in this session. Retry later.',
        facts,
      );
    }
    const result = line.last.then(work);
    line.last = result.catch(() => undefined);
    line.length += 1;
    this.#queues.set(name, line);
    try {
      return await result;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.#queues.delete(name);
    }
  }
}
