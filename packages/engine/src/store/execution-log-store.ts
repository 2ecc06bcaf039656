import type { ExecutionLog, ExecutionLogQuery } from '../wire/execution-log.ts';
import type { NewLogRecord, StateStore } from './state-store.ts';

/** A separate store of the audit log. */
export interface ExecutionLogStore {
  /**
   * Appends records in the given order, with gap-free numbers and chained hashes, and resolves when they are durable. A
   * rejection means that the log is unavailable. The records are then appended again later, and a record that already
   * exists is not stored twice.
   */
  append(records: readonly NewLogRecord[]): Promise<void>;
  query(filter: ExecutionLogQuery): Promise<readonly ExecutionLog[]>;
  last(): Promise<ExecutionLog | undefined>;
}

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
