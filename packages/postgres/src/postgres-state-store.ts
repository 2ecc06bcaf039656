import {
  SekishoError,
  type AbandonedRunFilter,
  type ApprovalFilter,
  type CommitOutcome,
  type ContextRange,
  type EffectRecord,
  type ExecutionLog,
  type ExecutionLogQuery,
  type GrantRecord,
  type HumanApprovalRequest,
  type Page,
  type RunFilter,
  type RunRecord,
  type StateStore,
  type StoredRun,
  type StepRecord,
  type StoreWrite,
  type TokenRecord,
} from '@sekisho/engine';
import {
  AUTHORITY_EVENTS,
  eventsOf,
  makePage,
  MAX_PAGE_SIZE,
  pageEnd,
  pageSize,
} from '@sekisho/engine/store-adapter';
import { encodeBatch } from './commit/encode-batch.ts';
import { GroupCommit } from './commit/group-commit.ts';
import type { GroupWriter } from './commit/group-writer.ts';
import type { StoreClock } from './commit/store-clock.ts';
import type { Database, Statement, Value } from './database/database.ts';
import { KeyedReads } from './reads/keyed-reads.ts';
import { postgresError } from './database/postgres-error.ts';
import {
  readApproval,
  readChainedLog,
  readEffect,
  readGrant,
  readLog,
  readRun,
  readStep,
  readToken,
} from './rows/read-rows.ts';
import { readStatements } from './reads/read-statements.ts';
import { contentOf, numberOf, textOf, type Row } from './rows/row-values.ts';
import { askedTime } from './rows/store-time.ts';
import { shiftApproval, shiftGrant, shiftRun, shiftWrites } from './rows/shift-times.ts';
import { storedText } from '@sekisho/engine/store-adapter';

interface StoreParts {
  readonly database: Database;
  readonly schema: string;
  readonly tenant: string;
  readonly identity: string;
  readonly writer: GroupWriter;
  readonly clock: StoreClock;
}

/** The state store on PostgreSQL, for any number of processes and machines. */
export class PostgresStateStore implements StateStore {
  readonly durable = true;
  readonly identity: string;
  readonly #parts: StoreParts;
  readonly #reads: ReturnType<typeof readStatements>;
  readonly #keyed: KeyedReads;
  readonly #group: GroupCommit;
  #isClosed = false;

  constructor(parts: StoreParts) {
    this.#parts = parts;
    this.identity = parts.identity;
    this.#reads = readStatements(parts.schema);
    this.#keyed = new KeyedReads((sql, keys) => {
      return parts.database.ask(sql, [parts.tenant, keys, ...this.#furtherValues(sql)]);
    });
    this.#group = new GroupCommit((batches) => parts.writer.write(batches), postgresError);
  }

  async commit(writes: readonly StoreWrite[]): Promise<CommitOutcome> {
    this.#requireOpen();
    try {
      return await this.#group.add(encodeBatch(shiftWrites(writes, this.#parts.clock.ahead)));
    } catch (error) {
      throw postgresError(error);
    }
  }

  async getRun(runId: string): Promise<RunRecord | undefined> {
    return (await this.#read(this.#reads.run, storedText(runId))).map(this.#toRun).at(0);
  }

  async listRuns({ status, limit, cursor }: RunFilter): Promise<Page<RunRecord>> {
    const size = pageSize(limit, 50);
    const range = [pageEnd(cursor), size + 1] as const;
    const { runs, runsByStatus } = this.#reads;
    const found =
      status === undefined
        ? await this.#ask(runs, ...range)
        : await this.#ask(runsByStatus, ...range, status);
    return makePage(found, size, { row: this.#toRun, number: rowNumber });
  }

  async listAbandonedRuns(
    limit: number,
    { agents, application, run_id: id }: AbandonedRunFilter = {},
  ): Promise<readonly RunRecord[]> {
    const { abandonedRun, abandonedRuns, abandonedRunsOf } = this.#reads;
    const names = agents?.map(storedText) ?? null;
    const now = this.#parts.clock.fixedTime();
    const filter = [now, pageSize(limit, 50), names] as const;
    const find = () => {
      if (id !== undefined) return this.#ask(abandonedRun, now, storedText(id));
      if (application === undefined) return this.#ask(abandonedRuns, ...filter);
      return this.#ask(abandonedRunsOf, ...filter, storedText(application));
    };
    return (await find()).map(this.#toRun);
  }

  async listLiveApplications(): Promise<readonly string[]> {
    const found = await this.#ask(this.#reads.liveApplications, this.#parts.clock.fixedTime());
    return found.map((row) => textOf(row, 'application'));
  }

  async getSteps(runId: string, segment: number): Promise<readonly StepRecord[]> {
    return (await this.#read(this.#reads.steps, `${segment}:${storedText(runId)}`)).map(readStep);
  }

  async getEffects(runId: string): Promise<readonly EffectRecord[]> {
    return (await this.#read(this.#reads.effects, storedText(runId))).map(readEffect);
  }

  async getApproval(approvalId: string): Promise<HumanApprovalRequest | undefined> {
    return (await this.#read(this.#reads.approval, storedText(approvalId))).map(this.#toApproval).at(0);
  }

  async listApprovals(filter: ApprovalFilter): Promise<Page<HumanApprovalRequest>> {
    const size = pageSize(filter.limit, 50);
    const found = await this.#findApprovals(filter, size + 1);
    return makePage(found, size, { row: this.#toApproval, number: rowNumber });
  }

  async listGrants(runId: string): Promise<readonly GrantRecord[]> {
    return (await this.#read(this.#reads.grants, storedText(runId))).map(this.#toGrant);
  }

  async loadRun(runId: string): Promise<StoredRun> {
    const found = Map.groupBy(await this.#read(this.#reads.wholeRun, storedText(runId)), partOf);
    const rowsOf = (part: string) => (found.get(part) ?? []).map(contentOf);
    return {
      run: rowsOf('run').map(this.#toRun).at(0),
      approvals: rowsOf('approval').map(this.#toApproval),
      effects: rowsOf('effect').map(readEffect),
      records: rowsOf('record').map(readChainedLog),
      last_seq: Number(rowsOf('last').at(0)?.['seq'] ?? 0),
    };
  }

  async listAllGrants(runId: string): Promise<readonly GrantRecord[]> {
    return (await this.#read(this.#reads.allGrants, storedText(runId))).map(this.#toGrant);
  }

  async listTokens(runId: string): Promise<readonly TokenRecord[]> {
    return (await this.#read(this.#reads.tokens, storedText(runId))).map(readToken);
  }

  async listAuthorityRuns(after: string, limit: number): Promise<readonly string[]> {
    const found = await this.#ask(this.#reads.authorityRuns, storedText(after), limit);
    return found.map((row) => textOf(row, 'run_id'));
  }

  async listContextSteps(runIds: readonly string[]): Promise<readonly StepRecord[]> {
    const { contextSteps } = this.#reads;
    const found = await Promise.all(runIds.map((runId) => this.#read(contextSteps, storedText(runId))));
    return found.flat().map(readStep);
  }

  async removeContext({ endedBefore, after, limit }: ContextRange): Promise<number | undefined> {
    const before = new Date(Date.parse(endedBefore) + this.#parts.clock.ahead).toISOString();
    const [row = {}] = await this.#ask(this.#reads.removeContext, after, before, limit);
    return typeof row['last'] === 'string' ? numberOf(row, 'last') : undefined;
  }

  /** The server's time. It is requested when the store is opened, and returned with each commit. */
  async now(): Promise<number> {
    return this.#parts.clock.estimate();
  }

  async tenant(): Promise<string> {
    return this.#parts.tenant;
  }

  async queryLogs(query: ExecutionLogQuery): Promise<readonly ExecutionLog[]> {
    const since = query.since === undefined ? null : askedTime(query.since);
    const limit = pageSize(query.limit, 1_000);
    const filter = [query.afterSeq ?? 0, eventsOf(query) ?? null, since, limit] as const;
    const { logs, logsByRun } = this.#reads;
    const found =
      query.runId === undefined
        ? await this.#ask(logs, ...filter)
        : await this.#ask(logsByRun, ...filter, storedText(query.runId));
    return found.map(readLog);
  }

  async lastLog(): Promise<ExecutionLog | undefined> {
    return (await this.#ask(this.#reads.lastLog)).map(readLog).at(0);
  }

  /** The record that precedes the first record of the log: number 0, or the last record of the removed archives. */
  async logStart(): Promise<{ readonly seq: number; readonly hash: string }> {
    const [row] = await this.#ask(this.#reads.logStart);
    return row ? { seq: numberOf(row, 'seq'), hash: textOf(row, 'hash') } : { seq: 0, hash: '' };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#group.drain();
  }

  readonly #toRun = (row: Row) => shiftRun(readRun(row), -this.#parts.clock.ahead);
  readonly #toApproval = (row: Row) => shiftApproval(readApproval(row), -this.#parts.clock.ahead);
  readonly #toGrant = (row: Row) => shiftGrant(readGrant(row), -this.#parts.clock.ahead);

  #findApprovals({ run_id, status, cursor }: ApprovalFilter, most: number) {
    const { approvals, approvalsByRun, approvalsByStatus, firstApprovalsOfRun } = this.#reads;
    // Every resumed run reads these, often many at the same time.
    if (run_id !== undefined && status === undefined && cursor === undefined)
      return this.#read(firstApprovalsOfRun, `${most}:${storedText(run_id)}`);
    const range = [pageEnd(cursor), most] as const;
    if (run_id !== undefined) return this.#ask(approvalsByRun, ...range, storedText(run_id), status ?? null);
    if (status !== undefined) return this.#ask(approvalsByStatus, ...range, status);
    return this.#ask(approvals, ...range);
  }

  /** Values of a keyed statement after the tenant and the keys. */
  #furtherValues(statement: Statement): readonly Value[] {
    if (statement === this.#reads.grants) return [this.#parts.clock.fixedTime()];
    return statement === this.#reads.wholeRun ? [AUTHORITY_EVENTS, MAX_PAGE_SIZE] : [];
  }

  #read(statement: Statement, key: string): Promise<readonly Row[]> {
    this.#requireOpen();
    return this.#keyed.read(statement, key);
  }

  async #ask(statement: Statement, ...values: readonly Value[]): Promise<readonly Row[]> {
    this.#requireOpen();
    return this.#parts.database.ask(statement, [this.#parts.tenant, ...values]);
  }

  #requireOpen(): void {
    if (this.#isClosed)
      throw new SekishoError('AGENTS-E-STORE', 'The store is closed. Open it again before you use it.');
  }
}

function partOf(row: Row): string {
  return textOf(row, 'part');
}

function rowNumber(row: Row): number {
  return numberOf(row, 'number');
}
