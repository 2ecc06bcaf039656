import type { ExecutionLog, ExecutionLogQuery, LogBody } from '../wire/execution-log.ts';
import type { ApprovalStatus, Approver, HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type {
  EffectRecord,
  GrantRecord,
  RunRecord,
  RunStatus,
  StepRecord,
  TokenRecord,
} from './run-record.ts';

/** The kinds of writes with their fields. A write marked (CAS) has a condition. */
interface Writes {
  /** (CAS) The run id is new. */
  'run.open': { run: Omit<RunRecord, 'created_at' | 'updated_at'> };
  /** (CAS) The run is running under this epoch. The first write in every batch of a running run. */
  'run.guard': { run_id: string; epoch: number };
  /** (CAS) running under this epoch -> suspended with this sealed state. */
  'run.suspend': { run_id: string; epoch: number; state: Uint8Array };
  /** (CAS) `from` under this epoch -> running; epoch + 1, segment + `advance`, new owner. */
  'run.claim': {
    run_id: string;
    from: 'suspended' | 'running';
    epoch: number;
    advance: 0 | 1;
    owner: string;
  };
  /**
   * (CAS) The run is running or suspended under this epoch and has no application -> belongs to this application, with
   * this state.
   */
  'run.adopt': { run_id: string; epoch: number; application: string; state: Uint8Array };
  /** (CAS) running under this epoch -> a final status. Steps and effects are retained, the state is deleted. */
  'run.finish': { run_id: string; epoch: number; status: Exclude<RunStatus, 'running' | 'suspended'> };
  /** Writes a step. An existing value is not replaced. */
  'step.put': { step: StepRecord };
  /**
   * (CAS) No effect with this key exists, or it is `started` by an older epoch and neither it nor the new one is
   * destructive.
   */
  'effect.start': { effect: Omit<EffectRecord, 'status' | 'result'> };
  /** (CAS) The effect is `started` under this epoch. */
  'effect.end': { run_id: string; call_key: string; epoch: number; result: Uint8Array };
  /** (CAS) started -> unknown, when a crash interrupted the call. */
  'effect.lose': { run_id: string; call_key: string };
  /** (CAS) unknown -> done with this result, or deleted so that the call may run again. */
  'effect.settle': { run_id: string; call_key: string; result: Uint8Array | null };
  /** Creates an approval request. An existing one with this id is not changed. */
  'approval.create': { approval: HumanApprovalRequest };
  /**
   * (CAS) pending -> decided. `approved` and `denied` require that the expiry has not passed, `expired` requires that
   * it has, and `cancelled` is always possible.
   */
  'approval.decide': {
    approval_id: string;
    to: Exclude<ApprovalStatus, 'pending'>;
    by: Approver | null;
    comment?: string | undefined;
    edited_args?: string | undefined;
    values_once?: true | undefined;
  };
  /** (CAS) pending, not expired, and this time is later than its expiry -> the expiry is this time. */
  'approval.extend': { approval_id: string; expires_at: string };
  /** (CAS) approved, for this digest, and not used before -> used. */
  'approval.use': { approval_id: string; action_digest: string };
  /** Creates a token. An existing one with this hash is not changed. */
  'token.issue': { token_hash: string; run_id: string; approval_id: string; ttl_ms: number };
  /** (CAS) active, of this run, not expired -> used. */
  'token.use': { token_hash: string; run_id: string };
  /** Creates a grant. An existing one with this id is not changed. */
  'grant.give': { grant: GrantRecord };
  /** (CAS) The grant exists, is not expired and has uses left. */
  'grant.use': { grant_id: string };
  /** (CAS) The grant exists, belongs to this run, is not expired and has uses left -> no uses left. */
  'grant.revoke': { grant_id: string; run_id: string };
  /**
   * (CAS) The audit log has no record of this run after this sequence number. The first write of its batch. Only stores
   * with `loadRun` receive it.
   */
  'log.guard': { run_id: string; seq: number };
  /** Appends an audit record. An existing record with the same run, call, event and attempt is not repeated. */
  'log.append': { record: NewLogRecord };
  /** Renews the lease of a process of this application. Runs of owners with an expired lease may be claimed by others. */
  'owner.beat': { owner: string; application: string; lease_ms: number };
}

/**
 * One write. If the condition of a write does not hold, nothing of its batch is written. Expiry is compared with the
 * store's clock, not the caller's.
 */
export type StoreWrite = {
  [Kind in keyof Writes]: { readonly kind: Kind } & Readonly<Writes[Kind]>;
}[keyof Writes];

/** An audit record before the store adds its sequence number, time and hash. `data` is canonical JSON (keys sorted). */
export type NewLogRecord = Omit<LogBody, 'seq' | 'timestamp'>;

/** `failed` is the index of the first write whose condition did not hold. */
export type CommitOutcome = { readonly ok: true } | { readonly ok: false; readonly failed: number };

/** A record and the hash of the record before it, which is undefined if the store does not contain that record. */
export interface ChainedRecord {
  readonly record: ExecutionLog;
  readonly previous_hash: string | undefined;
}

/** The rows of one run that determine what may be executed, with their records. */
export interface StoredRun {
  readonly run: RunRecord | undefined;
  readonly approvals: readonly HumanApprovalRequest[];
  readonly effects: readonly EffectRecord[];
  /** The records of `AUTHORITY_EVENTS`, oldest first, at most 10,000. */
  readonly records: readonly ChainedRecord[];
  /**
   * The sequence number of the latest record of the run, of any event; 0 without records. It is not newer than the
   * rows: a change after it fails the `log.guard` with this number.
   */
  readonly last_seq: number;
}

/** Filters of a listing of approvals, newest first, 50 per page by default. `cursor` comes from the previous page. */
export interface ApprovalFilter {
  readonly run_id?: string | undefined;
  readonly status?: ApprovalStatus | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Filters of a listing of runs. */
export interface RunFilter {
  readonly status?: RunStatus | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Filters of a listing of orphaned runs. */
export interface AbandonedRunFilter {
  /** Only runs of agents with these names. */
  readonly agents?: readonly string[] | undefined;
  /** Only runs of this application. The empty string selects runs without one. */
  readonly application?: string | undefined;
  /** Only this run, found by its id. The other filters do not apply then. */
  readonly run_id?: string | undefined;
}

/** The runs whose context is removed. */
export interface ContextRange {
  readonly endedBefore: string;
  readonly after: number;
  readonly limit: number;
}

/** One page of a listing. The cost of a page does not depend on the total number of rows. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly cursor?: string | undefined;
}

/**
 * The durable storage of a runner. A batch is one transaction: all writes or none, acknowledged only when they are on
 * disk.
 */
export interface StateStore {
  /** False for a store that is lost with the process. Then nothing is journaled for recovery. */
  readonly durable: boolean;
  /** Distinguishes this store from others on one machine. The high-water mark of its log is stored under this name. */
  readonly identity?: string | undefined;
  commit(writes: readonly StoreWrite[]): Promise<CommitOutcome>;
  getRun(runId: string): Promise<RunRecord | undefined>;
  listRuns(filter: RunFilter): Promise<Page<RunRecord>>;
  /**
   * Returns runs that are `running` under an owner whose lease has expired or that never had one: first orphaned runs,
   * then queued runs (`QUEUE_OWNER`), each oldest first. The cost of finding the first ones does not depend on the
   * number of queued runs.
   */
  listAbandonedRuns(limit: number, filter?: AbandonedRunFilter): Promise<readonly RunRecord[]>;
  /** Returns the applications with at least one process whose lease has not expired. */
  listLiveApplications(): Promise<readonly string[]>;
  /** Returns steps in no particular order. */
  getSteps(runId: string, segment: number): Promise<readonly StepRecord[]>;
  getEffects(runId: string): Promise<readonly EffectRecord[]>;
  getApproval(approvalId: string): Promise<HumanApprovalRequest | undefined>;
  listApprovals(filter: ApprovalFilter): Promise<Page<HumanApprovalRequest>>;
  /** Returns the grants of a run that can still be used. */
  listGrants(runId: string): Promise<readonly GrantRecord[]>;
  // The following members are optional. A store that wraps another one must forward those that the inner store has:
  // without the tenant its MACs differ from those of processes that use the inner store, and without the listings
  // deleted rows cannot be found.
  /**
   * Returns the rows of a run with their records in one read, which is faster than the single methods; undefined if the
   * store cannot. A store with this method supports the write `log.guard`.
   */
  loadRun?(runId: string): Promise<StoredRun | undefined>;
  /** Returns all grants of a run, including used, revoked and expired ones; undefined if the store cannot list them. */
  listAllGrants?(runId: string): Promise<readonly GrantRecord[] | undefined>;
  /** Returns the resume tokens of a run; undefined if the store cannot list them. */
  listTokens?(runId: string): Promise<readonly TokenRecord[] | undefined>;
  /** Returns the ids, after this one and in ascending order, of runs that have approvals, tokens, grants or effects. */
  listAuthorityRuns?(after: string, limit: number): Promise<readonly string[]>;
  /** Returns the steps `CONTEXT_STEPS` of these runs; without it, `getSteps` is called for each run. */
  listContextSteps?(runIds: readonly string[]): Promise<readonly StepRecord[] | undefined>;
  /**
   * Empties the steps, except `CONTEXT_STEPS`, and the results of runs that ended before a time. It looks at `limit` runs
   * after the one numbered `after`, in the order of their creation. Returns the number of the last one, or undefined when
   * no later run was created before that time.
   */
  removeContext?(range: ContextRange): Promise<number | undefined>;
  /** Returns the time of the clock that dates the records, in milliseconds. Without it, the runner's clock is used. */
  now?(): Promise<number>;
  /** Returns the tenant of the rows, in a store that several tenants share. MACs cover it. */
  tenant?(): Promise<string>;
  /** Returns records, oldest first: 1,000 by default, at most 10,000. */
  queryLogs(query: ExecutionLogQuery): Promise<readonly ExecutionLog[]>;
  /** Returns the record that precedes the first one, when the log no longer begins with record 1. */
  logStart?(): Promise<{ readonly seq: number; readonly hash: string }>;
  /**
   * The record from which on every `tool.start` names its permission, if the log may lack a version record.
   */
  readonly permissionsFrom?: number | undefined;
  /** Returns the newest record, which is the end of the chain. */
  lastLog(): Promise<ExecutionLog | undefined>;
  /**
   * Calls the listener soon after a process has committed, and returns a function that stops it. Callers must poll as
   * well, because a store may lack this method or miss a change.
   */
  watch?(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Returns the keyed hash that chains a record to the one before. */
export type LinkRecord = (previousHash: string, seq: number, body: string) => string;
