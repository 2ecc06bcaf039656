import type { ExecutionLog, ExecutionLogQuery } from '../../wire/execution-log.ts';
import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { AUTHORITY_EVENTS } from '../authority-events.ts';
import { closedStoreError } from '../store-errors.ts';
import { makePage, MAX_PAGE_SIZE, pageEnd, pageSize } from '../page-request.ts';
import {
  QUEUE_OWNER,
  type EffectRecord,
  type GrantRecord,
  type RunRecord,
  type StepRecord,
  type TokenRecord,
} from '../run-record.ts';
import type {
  AbandonedRunFilter,
  ApprovalFilter,
  CommitOutcome,
  LinkRecord,
  Page,
  RunFilter,
  StateStore,
  StoredRun,
  StoreWrite,
} from '../state-store.ts';
import { expiryOf, StoreTime } from '../store-time.ts';
import { applyToMemory, type Undo } from './apply-to-memory.ts';
import { MemoryLog } from './memory-log.ts';
import { MemoryTables } from './memory-tables.ts';

/** Stores everything in this process, for tests and for runs that do not have to survive it. */
export class MemoryStateStore implements StateStore {
  readonly durable = false;
  /** All records were written by this version. */
  readonly permissionsFrom = 1;
  readonly #clock: () => number;
  readonly #tables: MemoryTables;
  readonly #time = new StoreTime();
  #isClosed = false;

  constructor(options: { readonly clock: () => number; readonly link: LinkRecord }) {
    this.#clock = options.clock;
    this.#tables = new MemoryTables(new MemoryLog(options.link));
  }

  async commit(writes: readonly StoreWrite[]): Promise<CommitOutcome> {
    const tables = this.#open();
    const now = this.#clock();
    // A record with an invalid date could never be read again.
    if (Number.isNaN(new Date(now).getTime())) throw new RangeError('Invalid time value');
    const at = { now, iso: this.#time.iso(now) };
    const undos: Undo[] = [];
    try {
      for (const write of writes) {
        const undo = applyToMemory(tables, write, at);
        if (undo === undefined) {
          revertAll(undos);
          return { ok: false, failed: undos.length };
        }
        undos.push(undo);
      }
    } catch (error) {
      revertAll(undos);
      throw error;
    }
    return { ok: true };
  }

  async getRun(runId: string): Promise<RunRecord | undefined> {
    return this.#open().runs.get(runId);
  }

  async listRuns(filter: RunFilter): Promise<Page<RunRecord>> {
    const size = pageSize(filter.limit, 50);
    const found = this.#open().runs.page({ status: filter.status }, pageEnd(filter.cursor), size + 1);
    return makePage(found, size, { row: (entry) => entry.row, number: (entry) => entry.ordinal });
  }

  async listAbandonedRuns(
    limit: number,
    { agents, application, run_id }: AbandonedRunFilter = {},
  ): Promise<readonly RunRecord[]> {
    const { runs, leases } = this.#open();
    const now = this.#clock();
    const isLost = (run: RunRecord) => !isQueued(run) && !((leases.get(run.owner)?.until ?? now) > now);
    if (run_id !== undefined) {
      const run = runs.get(run_id);
      return run?.status === 'running' && (isQueued(run) || isLost(run)) ? [run] : [];
    }
    const known = runs
      .withStatus('running')
      .filter((run) => agents?.includes(run.agent_name) !== false)
      .filter((run) => application === undefined || run.application === application);
    return [...known.filter(isLost), ...known.filter(isQueued)].slice(0, pageSize(limit, 50));
  }

  async listLiveApplications(): Promise<readonly string[]> {
    const now = this.#clock();
    const live = [...this.#open().leases.values()].filter(({ until }) => until > now);
    return [...new Set(live.map(({ application }) => application))];
  }

  async getSteps(runId: string, segment: number): Promise<readonly StepRecord[]> {
    return [...(this.#open().memories.get(runId)?.steps.get(segment)?.values() ?? [])];
  }

  async getEffects(runId: string): Promise<readonly EffectRecord[]> {
    return [...(this.#open().memories.get(runId)?.effects.values() ?? [])];
  }

  async getApproval(approvalId: string): Promise<HumanApprovalRequest | undefined> {
    return this.#open().approvals.get(approvalId);
  }

  async listApprovals(filter: ApprovalFilter): Promise<Page<HumanApprovalRequest>> {
    const size = pageSize(filter.limit, 50);
    const found = this.#open().approvals.page(filter, pageEnd(filter.cursor), size + 1);
    return makePage(found, size, { row: (entry) => entry.row, number: (entry) => entry.ordinal });
  }

  async loadRun(runId: string): Promise<StoredRun> {
    const { runs, approvals, memories, log } = this.#open();
    const found = log.query({ runId, events: AUTHORITY_EVENTS, limit: MAX_PAGE_SIZE });
    return {
      run: runs.get(runId),
      approvals: approvals
        .page({ run_id: runId }, pageEnd(undefined), Number.MAX_SAFE_INTEGER)
        .map(({ row }) => row),
      effects: [...(memories.get(runId)?.effects.values() ?? [])],
      records: found.map((record) => ({ record, previous_hash: log.hashOf(record.seq - 1) })),
      last_seq: log.lastSeqOf(runId),
    };
  }

  async listAllGrants(runId: string): Promise<readonly GrantRecord[]> {
    const { memories, grants } = this.#open();
    return (memories.get(runId)?.grants ?? []).flatMap((id) => grants.get(id) ?? []);
  }

  async listGrants(runId: string): Promise<readonly GrantRecord[]> {
    const now = this.#clock();
    const given = await this.listAllGrants(runId);
    return given.filter((grant) => grant.uses_left > 0 && expiryOf(grant.expires_at) > now);
  }

  async listTokens(runId: string): Promise<readonly TokenRecord[]> {
    return [...this.#open().tokens]
      .filter(([, token]) => token.run_id === runId)
      .map(([token_hash, { expiry: expires_at, ...token }]) => ({ ...token, token_hash, expires_at }));
  }

  async listAuthorityRuns(after: string, limit: number): Promise<readonly string[]> {
    const { approvals, tokens, memories } = this.#open();
    const ids = new Set([
      ...approvals.page({}, pageEnd(undefined), Number.MAX_SAFE_INTEGER).map(({ row }) => row.run_id),
      ...[...tokens.values()].map(({ run_id }) => run_id),
      ...[...memories].flatMap(([id, { grants, effects }]) => (grants.length + effects.size > 0 ? [id] : [])),
    ]);
    return [...ids]
      .filter((id) => id > after)
      .toSorted(byCodePoint)
      .slice(0, limit);
  }

  async now(): Promise<number> {
    return this.#clock();
  }

  async queryLogs(query: ExecutionLogQuery): Promise<readonly ExecutionLog[]> {
    return this.#open().log.query(query);
  }

  async lastLog(): Promise<ExecutionLog | undefined> {
    return this.#open().log.last();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #open(): MemoryTables {
    if (this.#isClosed) throw closedStoreError();
    return this.#tables;
  }
}

const byCodePoint = (one: string, other: string) => (one < other ? -1 : Number(one > other));

const isQueued = ({ owner }: RunRecord) => owner === QUEUE_OWNER;

function revertAll(undos: readonly Undo[]): void {
  for (let index = undos.length - 1; index >= 0; index -= 1) undos[index]?.();
}
