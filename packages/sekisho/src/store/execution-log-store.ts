import type { ExecutionLog, ExecutionLogQuery } from '../contracts/execution-log.ts';
import type { NewLogRecord } from './state-store.ts';

/** Where the audit log lives when it shall not live in the runner's own store. */
export interface ExecutionLogStore {
  /**
   * Appends in the given order, with gap-free numbers and chained hashes, and resolves when it is durable. A rejection means
   * that the log is not available; the records are appended again later, and one that exists already is not stored twice.
   */
  append(records: readonly NewLogRecord[]): Promise<void>;
  query(filter: ExecutionLogQuery): Promise<readonly ExecutionLog[]>;
  last(): Promise<ExecutionLog | undefined>;
}
