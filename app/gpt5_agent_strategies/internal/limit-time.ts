import { PluginError, type Clock } from '@sekisho/dify-plugin';

/** Yields items until a deadline and then throws, even if the source never responds again. */
export async function* limitTime<Item>(
  source: AsyncIterable<Item>,
  until: number,
  clock: Clock,
): AsyncGenerator<Item> {
  const cancelled = new AbortController();
  const expiry = new Promise<never>((_resolve, reject) => {
    const cancel = clock.schedule(Math.max(0, until - clock.now()), () => {
      reject(new PluginError('InvokeServerUnavailableError', 'The time limit of this run is exceeded.'));
    });
    cancelled.signal.addEventListener('abort', cancel, { once: true });
  });
  // The timer may fire when no code awaits the promise.
  expiry.catch(() => {});
  const items = source[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await Promise.race([items.next(), expiry]);
      if (next.done === true) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    cancelled.abort();
    // Not awaited, because a blocked source would block the run as well.
    if (!isDone) items.return?.().catch(() => {});
  }
}
