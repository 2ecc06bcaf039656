import type { ExecutionLogStore } from './execution-log-store.ts';
import type { StateStore } from './state-store.ts';

/** Returns the audit log of a state store as a separate store. */
export function executionLogStoreOf(store: StateStore): ExecutionLogStore {
  return {
    append: async (records) => {
      await store.commit(records.map((record) => ({ kind: 'log.append', record })));
    },
    query: (filter) => store.queryLogs(filter),
    last: () => store.lastLog(),
  };
}
