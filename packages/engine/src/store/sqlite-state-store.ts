import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ExecutionLog, ExecutionLogQuery } from '../wire/execution-log.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { EffectRecord, GrantRecord, RunRecord, StepRecord, TokenRecord } from './run-record.ts';
import { closedStoreError } from './store-errors.ts';
import { AUTHORITY_EVENTS } from './authority-events.ts';
import { eventsOf, makePage, MAX_PAGE_SIZE, pageEnd, pageSize } from './page-request.ts';
import { CommitWatcher } from './sqlite/commit-watcher.ts';
import { CheckpointSchedule } from './sqlite/checkpoint-schedule.ts';
import { Durability, type Reads } from './sqlite/durability.ts';
import { GroupCommit } from './sqlite/group-commit.ts';
import { LogAppender } from './sqlite/log-appender.ts';
import { openDatabase, openReader } from './sqlite/open-database.ts';
import {
  readApproval,
  readChainedLog,
  readEffect,
  readGrant,
  readLog,
  readRun,
  readStep,
  readToken,
} from './sqlite/read-rows.ts';
import { numberOf, textOf, type Row } from './sqlite/row-values.ts';
import { failedSyncError, sqliteError } from './sqlite/sqlite-error.ts';
import { isSuccessful, SqliteTransaction } from './sqlite/sqlite-transaction.ts';
import { storedText } from './stored-text.ts';
import { WalFile } from './sqlite/wal-file.ts';
import { prepareWrites } from './sqlite/write-statements.ts';
import type {
  AbandonedRunFilter,
  ApprovalFilter,
  CommitOutcome,
  ContextRange,
  LinkRecord,
  Page,
  RunFilter,
  StateStore,
  StoredRun,
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
  const lockTimeoutMs = options.lockTimeoutMs ?? 10_000;
  try {
    const database = await openDatabase(path, lockTimeoutMs);
    try {
      return new SqliteStateStore(database, { ...options, path, lockTimeoutMs });
    } catch (error) {
      database.close();
      throw error;
    }
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
  readonly #durability: Durability;
  readonly #transaction: SqliteTransaction;
  readonly #group: GroupCommit;
  readonly #checkpoints: CheckpointSchedule;
  readonly #watcher: CommitWatcher;
  #isClosed = false;

  constructor(database: DatabaseSync, options: SqliteStoreOptions & { readonly lockTimeoutMs: number }) {
    const { path, clock, link, lockTimeoutMs } = options;
    this.#database = database;
    this.#path = path;
    this.identity = `sqlite:${path}`;
    this.#clock = clock;
    const writes = prepareWrites(database);
    this.#transaction = new SqliteTransaction(writes, new LogAppender(writes, link), clock);
    this.#watcher = new CommitWatcher(database);
    this.#durability = new Durability(database, new WalFile(database, path), () => openReader(path));
    this.#group = new GroupCommit({
      transact: (batches) => {
        this.#durability.beforeCommit();
        const results = this.#transaction.run(batches);
        if (results.some(isSuccessful)) this.#durability.afterCommit(this.#transaction.dataVersion);
        return results;
      },
      isDurable: () => this.#durability.isDurable(),
      sync: async () => {
        const hasCommit = this.#durability.hasUnsyncedCommit;
        const synced = this.#durability.sync();
        if (hasCommit) this.#checkpoints.afterCommit();
        await synced;
        if (hasCommit) this.#watcher.noteOwnCommit();
      },
      describe: (error) => sqliteError(error, path),
      describeFailedSync: (error) => failedSyncError(error, path),
    });
    this.#checkpoints = new CheckpointSchedule(database, { path, lockTimeoutMs, group: this.#group });
  }

  async commit(writes: readonly StoreWrite[]): Promise<CommitOutcome> {
    if (this.#isClosed) throw closedStoreError();
    return this.#group.add(writes);
  }

  async getRun(runId: string): Promise<RunRecord | undefined> {
    return this.#read((reads) => {
      const row = reads.run.get(storedText(runId));
      return row && readRun(row);
    });
  }

  async listRuns({ status, limit, cursor }: RunFilter): Promise<Page<RunRecord>> {
    const size = pageSize(limit, 50);
    const end = pageEnd(cursor);
    return this.#read((reads) => {
      const { runs, runsByStatus } = reads;
      const rows = status === undefined ? runs.all(end, size + 1) : runsByStatus.all(status, end, size + 1);
      return makePage(rows, size, { row: readRun, number: rowNumber });
    });
  }

  async listAbandonedRuns(
    limit: number,
    { agents, application, run_id: id }: AbandonedRunFilter = {},
  ): Promise<readonly RunRecord[]> {
    const now = this.#clock();
    const range = [now, pageSize(limit, 50), agents === undefined ? null : listOf(agents)] as const;
    return this.#read(({ abandonedRun, abandonedRuns, abandonedRunsOf }) => {
      if (id !== undefined) return abandonedRun.all(now, storedText(id)).map(readRun);
      if (application === undefined) return abandonedRuns.all(...range).map(readRun);
      return abandonedRunsOf.all(...range, storedText(application)).map(readRun);
    });
  }

  async listLiveApplications(): Promise<readonly string[]> {
    return this.#read((reads) =>
      reads.liveApplications.all(this.#clock()).map((row) => textOf(row, 'application')),
    );
  }

  async getSteps(runId: string, segment: number): Promise<readonly StepRecord[]> {
    return this.#read((reads) => reads.steps.all(storedText(runId), segment).map(readStep));
  }

  async getEffects(runId: string): Promise<readonly EffectRecord[]> {
    return this.#read((reads) => reads.effects.all(storedText(runId)).map(readEffect));
  }

  async getApproval(approvalId: string): Promise<HumanApprovalRequest | undefined> {
    return this.#read((reads) => {
      const row = reads.approval.get(storedText(approvalId));
      return row && readApproval(row);
    });
  }

  async listApprovals(filter: ApprovalFilter): Promise<Page<HumanApprovalRequest>> {
    const size = pageSize(filter.limit, 50);
    const end = pageEnd(filter.cursor);
    return this.#read((reads) =>
      makePage(this.#findApprovals(reads, filter, end, size + 1), size, APPROVAL_ROWS),
    );
  }

  async listGrants(runId: string): Promise<readonly GrantRecord[]> {
    return this.#read((reads) => reads.grants.all(storedText(runId), this.#clock()).map(readGrant));
  }

  async loadRun(runId: string): Promise<StoredRun> {
    const id = storedText(runId);
    return this.#read((reads) => {
      // Another process may commit between two statements. Rows that are newer than the records are read again.
      const last = reads.lastSeqOfRun.get(id);
      const records = reads.chainedLogsByRun.all(id, JSON.stringify(AUTHORITY_EVENTS), MAX_PAGE_SIZE);
      const run = reads.run.get(id);
      return {
        run: run && readRun(run),
        approvals: reads.approvalsByRun
          .all(id, null, pageEnd(undefined), Number.MAX_SAFE_INTEGER)
          .map(readApproval),
        effects: reads.effects.all(id).map(readEffect),
        records: records.map(readChainedLog),
        last_seq: last === undefined ? 0 : numberOf(last, 'seq'),
      };
    });
  }

  async listAllGrants(runId: string): Promise<readonly GrantRecord[]> {
    return this.#read((reads) => reads.allGrants.all(storedText(runId)).map(readGrant));
  }

  async listTokens(runId: string): Promise<readonly TokenRecord[]> {
    return this.#read((reads) => reads.tokens.all(storedText(runId)).map(readToken));
  }

  async listAuthorityRuns(after: string, limit: number): Promise<readonly string[]> {
    return this.#read((reads) =>
      reads.authorityRuns.all(storedText(after), limit).map((row) => textOf(row, 'run_id')),
    );
  }

  async listContextSteps(runIds: readonly string[]): Promise<readonly StepRecord[]> {
    return this.#read((reads) => reads.contextSteps.all(listOf(runIds)).map(readStep));
  }

  async removeContext(range: ContextRange): Promise<number | undefined> {
    if (this.#isClosed) throw closedStoreError();
    let last: number | undefined;
    await this.#group.between(async () => {
      this.#durability.beforeCommit();
      last = this.#transaction.removeContext(range);
      this.#durability.afterCommit(this.#transaction.dataVersion);
    });
    return last;
  }

  async now(): Promise<number> {
    return this.#clock();
  }

  async queryLogs(query: ExecutionLogQuery): Promise<readonly ExecutionLog[]> {
    const since = query.since === undefined ? null : requestedTime(query.since);
    const events = eventsOf(query);
    const names = events === undefined ? null : JSON.stringify(events);
    const filter = [query.afterSeq ?? 0, names, since, pageSize(query.limit, 1_000)] as const;
    return this.#read((reads) => {
      const { logs, logsByRun } = reads;
      const rows =
        query.runId === undefined ? logs.all(...filter) : logsByRun.all(...filter, storedText(query.runId));
      return rows.map(readLog);
    });
  }

  async lastLog(): Promise<ExecutionLog | undefined> {
    return this.#read((reads) => reads.lastLog.all().map(readLog).at(0));
  }

  watch(listener: () => void): () => void {
    if (this.#isClosed) throw closedStoreError();
    return this.#watcher.watch(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#watcher.close();
    await this.#group.drain();
    this.#durability.close();
    this.#database.close();
    await this.#checkpoints.close();
  }

  #findApprovals(
    reads: Reads,
    { run_id, status }: ApprovalFilter,
    end: number,
    count: number,
  ): readonly Row[] {
    if (run_id !== undefined) return reads.approvalsByRun.all(storedText(run_id), status ?? null, end, count);
    if (status !== undefined) return reads.approvalsByStatus.all(status, end, count);
    return reads.approvals.all(end, count);
  }

  /** Returns only rows that are on disk, because the caller may act on them. */
  async #read<Result>(read: (reads: Reads) => Result): Promise<Result> {
    if (this.#isClosed) throw closedStoreError();
    if (this.#group.failure) throw this.#group.failure;
    let result: Result;
    try {
      const reads = this.#durability.durableReads();
      if (reads) return read(reads);
      result = read(this.#durability.latest);
    } catch (error) {
      throw sqliteError(error, this.#path);
    }
    await this.#group.durable();
    return result;
  }
}

const listOf = (texts: readonly string[]) => JSON.stringify(texts.map(storedText));

const rowNumber = (row: Row) => numberOf(row, 'number');

const APPROVAL_ROWS = { row: readApproval, number: rowNumber };
