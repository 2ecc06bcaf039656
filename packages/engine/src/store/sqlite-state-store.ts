import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ExecutionLog, ExecutionLogQuery } from '../wire/execution-log.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { EffectRecord, GrantRecord, RunRecord, StepRecord, TokenRecord } from './run-record.ts';
import { closedStoreError } from './closed-store-error.ts';
import { eventsOf, makePage, pageEnd, pageSize } from './page-request.ts';
import { CommitWatcher } from './sqlite/commit-watcher.ts';
import { GroupCommit } from './sqlite/group-commit.ts';
import { LogAppender } from './sqlite/log-appender.ts';
import { openDatabase } from './sqlite/open-database.ts';
import {
  readApproval,
  readEffect,
  readGrant,
  readLog,
  readRun,
  readStep,
  readToken,
} from './sqlite/read-rows.ts';
import { prepareReads } from './sqlite/read-statements.ts';
import { numberOf, textOf, type Row } from './sqlite/row-values.ts';
import { sqliteError } from './sqlite/sqlite-error.ts';
import { SqliteTransaction } from './sqlite/sqlite-transaction.ts';
import { storedText } from './stored-text.ts';
import { prepareWrites } from './sqlite/write-statements.ts';
import type {
  AbandonedRunFilter,
  ApprovalFilter,
  CommitOutcome,
  LinkRecord,
  Page,
  RunFilter,
  StateStore,
  StoreWrite,
} from './state-store.ts';
import { requestedTime } from './store-time.ts';

interface SqliteStoreOptions {
  readonly path: string;
  readonly clock: () => number;
  readonly link: LinkRecord;
  /** How long to wait for another process that writes. The default is 10 seconds. */
  readonly lockTimeoutMs?: number | undefined;
}

/** Opens the embedded store: one SQLite file that any number of processes on one machine may share. */
export async function openSqliteStateStore(options: SqliteStoreOptions): Promise<StateStore> {
  const path = resolve(options.path);
  try {
    return new SqliteStateStore(await openDatabase(path, options.lockTimeoutMs ?? 10_000), {
      ...options,
      path,
    });
  } catch (error) {
    throw sqliteError(error, path);
  }
}

class SqliteStateStore implements StateStore {
  readonly durable = true;
  readonly identity: string;
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #clock: () => number;
  readonly #reads: ReturnType<typeof prepareReads>;
  readonly #group: GroupCommit;
  readonly #watcher: CommitWatcher;
  #isClosed = false;

  constructor(database: DatabaseSync, options: SqliteStoreOptions) {
    this.#database = database;
    this.#path = options.path;
    this.identity = `sqlite:${options.path}`;
    this.#clock = options.clock;
    this.#reads = prepareReads(database);
    const writes = prepareWrites(database);
    const transaction = new SqliteTransaction(writes, new LogAppender(writes, options.link), options.clock);
    this.#watcher = new CommitWatcher(database);
    this.#group = new GroupCommit(
      (batches) => {
        const results = transaction.run(batches);
        this.#watcher.noteOwnCommit();
        return results;
      },
      (error) => sqliteError(error, this.#path),
    );
  }

  async commit(writes: readonly StoreWrite[]): Promise<CommitOutcome> {
    if (this.#isClosed) throw closedStoreError();
    return this.#group.add(writes);
  }

  async getRun(runId: string): Promise<RunRecord | undefined> {
    return this.#read(() => {
      const row = this.#reads.run.get(storedText(runId));
      return row && readRun(row);
    });
  }

  async listRuns({ status, limit, cursor }: RunFilter): Promise<Page<RunRecord>> {
    const size = pageSize(limit, 50);
    const end = pageEnd(cursor);
    return this.#read(() => {
      const { runs, runsByStatus } = this.#reads;
      const rows = status === undefined ? runs.all(end, size + 1) : runsByStatus.all(status, end, size + 1);
      return makePage(rows, size, { row: readRun, number: rowNumber });
    });
  }

  async listAbandonedRuns(
    limit: number,
    { agents, application }: AbandonedRunFilter = {},
  ): Promise<readonly RunRecord[]> {
    const names = agents === undefined ? null : JSON.stringify(agents.map(storedText));
    const range = [this.#clock(), pageSize(limit, 50), names] as const;
    return this.#read(() => {
      const { abandonedRuns, abandonedRunsOf } = this.#reads;
      const rows =
        application === undefined
          ? abandonedRuns.all(...range)
          : abandonedRunsOf.all(...range, storedText(application));
      return rows.map(readRun);
    });
  }

  async listLiveApplications(): Promise<readonly string[]> {
    return this.#read(() =>
      this.#reads.liveApplications.all(this.#clock()).map((row) => textOf(row, 'application')),
    );
  }

  async getSteps(runId: string, segment: number): Promise<readonly StepRecord[]> {
    return this.#read(() => this.#reads.steps.all(storedText(runId), segment).map(readStep));
  }

  async getEffects(runId: string): Promise<readonly EffectRecord[]> {
    return this.#read(() => this.#reads.effects.all(storedText(runId)).map(readEffect));
  }

  async getApproval(approvalId: string): Promise<HumanApprovalRequest | undefined> {
    return this.#read(() => {
      const row = this.#reads.approval.get(storedText(approvalId));
      return row && readApproval(row);
    });
  }

  async listApprovals(filter: ApprovalFilter): Promise<Page<HumanApprovalRequest>> {
    const size = pageSize(filter.limit, 50);
    const end = pageEnd(filter.cursor);
    return this.#read(() =>
      makePage(this.#findApprovals(filter, end, size + 1), size, { row: readApproval, number: rowNumber }),
    );
  }

  async listGrants(runId: string): Promise<readonly GrantRecord[]> {
    return this.#read(() => this.#reads.grants.all(storedText(runId), this.#clock()).map(readGrant));
  }

  async listAllGrants(runId: string): Promise<readonly GrantRecord[]> {
    return this.#read(() => this.#reads.allGrants.all(storedText(runId)).map(readGrant));
  }

  async listTokens(runId: string): Promise<readonly TokenRecord[]> {
    return this.#read(() => this.#reads.tokens.all(storedText(runId)).map(readToken));
  }

  async listAuthorityRuns(after: string, limit: number): Promise<readonly string[]> {
    const ids = () =>
      this.#reads.authorityRuns.all(storedText(after), limit).map((row) => textOf(row, 'run_id'));
    return this.#read(ids);
  }

  async now(): Promise<number> {
    return this.#clock();
  }

  async queryLogs(query: ExecutionLogQuery): Promise<readonly ExecutionLog[]> {
    const since = query.since === undefined ? null : requestedTime(query.since);
    const events = eventsOf(query);
    const filter = [
      query.afterSeq ?? 0,
      events === undefined ? null : JSON.stringify(events),
      since,
      pageSize(query.limit, 1_000),
    ] as const;
    return this.#read(() => {
      const { logs, logsByRun } = this.#reads;
      const rows =
        query.runId === undefined ? logs.all(...filter) : logsByRun.all(...filter, storedText(query.runId));
      return rows.map(readLog);
    });
  }

  async lastLog(): Promise<ExecutionLog | undefined> {
    return this.#read(() => this.#reads.lastLog.all().map(readLog).at(0));
  }

  watch(listener: () => void): () => void {
    if (this.#isClosed) throw closedStoreError();
    return this.#watcher.watch(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#watcher.close();
    this.#group.flush();
    this.#database.close();
  }

  #findApprovals({ run_id, status }: ApprovalFilter, end: number, count: number): readonly Row[] {
    if (run_id !== undefined)
      return this.#reads.approvalsByRun.all(storedText(run_id), status ?? null, end, count);
    if (status !== undefined) return this.#reads.approvalsByStatus.all(status, end, count);
    return this.#reads.approvals.all(end, count);
  }

  #read<Result>(read: () => Result): Result {
    if (this.#isClosed) throw closedStoreError();
    try {
      return read();
    } catch (error) {
      throw sqliteError(error, this.#path);
    }
  }
}

function rowNumber(row: Row): number {
  return numberOf(row, 'number');
}
