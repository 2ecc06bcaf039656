import { PluginError, type Clock } from '@sekisho/dify-plugin';

/** Hands items on until a moment in time; then fails, even if the source never answers again. */
export async function* limitTime<Item>(
  source: AsyncIterable<Item>,
  until: number,
  clock: Clock,
): AsyncGenerator<Item> {
  const cancelled = new AbortController();
  const expiry = new Promise<never>((_resolve, reject) => {
    const cancel = clock.schedule(Math.max(0, until - clock.now()), () => {
      reject(new PluginError('InvokeServerUnavailableError', 'The time for this run is used up.'));
    });
    cancelled.signal.addEventListener('abort', cancel, { once: true });
  });
  // Nobody may be listening when it fires.
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
    // Not awaited: a source that hangs would hold the run as well.
    if (!isDone) items.return?.().catch(() => {});
  }
}
