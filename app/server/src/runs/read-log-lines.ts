import type { StateStore } from 'sekisho';

const PAGE = 1000;

/** Yields audit records as lines of JSON, oldest first, read page by page. */
export async function* readLogLines(
  store: StateStore,
  range: {
    readonly runId?: string | undefined;
    readonly since?: string | undefined;
    readonly until?: string | undefined;
  },
): AsyncGenerator<string> {
  const { runId, since, until } = range;
  let afterSeq = 0;
  for (;;) {
    const page = await store.queryLogs({ runId, since, afterSeq, limit: PAGE });
    for (const record of page) {
      if (until !== undefined && record.timestamp >= until) return;
      yield `${JSON.stringify(record)}\n`;
    }
    if (page.length < PAGE) return;
    afterSeq = page.at(-1)?.seq ?? afterSeq;
  }
}
