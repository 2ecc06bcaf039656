import type { InputRequests } from '@modelcontextprotocol/server';

/** The input requests of a task that have no response yet. */
export type PendingInput = {
  readonly open: InputRequests;
  answer: (answers: Readonly<Record<string, unknown>>) => void;
};

/** Waits until every request has a response. Calls `show` with the open requests, and with undefined when none is left. */
export async function awaitInput(
  requests: InputRequests,
  signal: AbortSignal,
  show: (pendingInput: PendingInput | undefined) => void,
): Promise<Readonly<Record<string, unknown>>> {
  // Checked before and after the wait: an ended task must not continue.
  signal.throwIfAborted();
  let open: InputRequests = { ...requests };
  const answers: Record<string, unknown> = {};
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  show({
    get open() {
      return open;
    },
    answer: (given) => {
      for (const [key, answer] of Object.entries(given)) {
        if (!Object.hasOwn(open, key)) continue;
        answers[key] = answer;
        const { [key]: _answered, ...rest } = open;
        open = rest;
      }
      if (Object.keys(open).length === 0) resolve();
    },
  });
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  show(undefined);
  return answers;
}
