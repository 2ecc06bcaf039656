import type { ExecutionLog, ExecutionLogQuery, AuditEvent } from '../wire/execution-log.ts';
import type { ApprovalStatus, Approver, HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type {
  EffectRecord,
  GrantRecord,
  RunRecord,
  RunStatus,
  StepRecord,
  TokenRecord,
} from './run-record.ts';

/**
 * One write. A write marked (CAS) has a condition; if it does not hold, nothing of the batch is written. Expiry is
 * compared with the store's clock, not the caller's.
 */
export type StoreWrite =
  /** (CAS) The run id is new. */
  | { readonly kind: 'run.open'; readonly run: Omit<RunRecord, 'created_at' | 'updated_at'> }
  /** (CAS) The run is running under this epoch. The first write in every batch of a running run. */
  | { readonly kind: 'run.guard'; readonly run_id: string; readonly epoch: number }
  /** (CAS) running under this epoch -> suspended with this sealed state. */
  | {
      readonly kind: 'run.suspend';
      readonly run_id: string;
      readonly epoch: number;
      readonly state: Uint8Array;
    }
  /** (CAS) `from` under this epoch -> running; epoch + 1, segment + `advance`, new owner. */
  | {
      readonly kind: 'run.claim';
      readonly run_id: string;
      readonly from: 'suspended' | 'running';
      readonly epoch: number;
      readonly advance: 0 | 1;
      readonly owner: string;
    }
  /**
   * (CAS) The run is running or suspended under this epoch and has no application -> belongs to this application, with
   * this state.
   */
  | {
      readonly kind: 'run.adopt';
      readonly run_id: string;
      readonly epoch: number;
      readonly application: string;
      readonly state: Uint8Array;
    }
  /**
   * (CAS) running under this epoch -> a final status. Steps and effects of the run are retained, its state is deleted.
   */
  | {
      readonly kind: 'run.finish';
      readonly run_id: string;
      readonly epoch: number;
      readonly status: Exclude<RunStatus, 'running' | 'suspended'>;
    }
  /** Writes a step. An existing value is not replaced. */
  | { readonly kind: 'step.put'; readonly step: StepRecord }
  /**
   * (CAS) No effect with this key exists, or it is `started` by an older epoch and neither it nor the new one is
   * destructive.
   */
  | { readonly kind: 'effect.start'; readonly effect: Omit<EffectRecord, 'status' | 'result'> }
  /** (CAS) The effect is `started` under this epoch. */
  | {
      readonly kind: 'effect.end';
      readonly run_id: string;
      readonly call_key: string;
      readonly epoch: number;
      readonly result: Uint8Array;
    }
  /** (CAS) started -> unknown, when a crash interrupted the call. */
  | { readonly kind: 'effect.lose'; readonly run_id: string; readonly call_key: string }
  /** (CAS) unknown -> done with this result, or deleted so that the call may run again. */
  | {
      readonly kind: 'effect.settle';
      readonly run_id: string;
      readonly call_key: string;
      readonly result: Uint8Array | null;
    }
  /** Creates an approval request. An existing one with this id is not changed. */
  | { readonly kind: 'approval.create'; readonly approval: HumanApprovalRequest }
  /**
   * (CAS) pending -> decided. `approved` and `denied` require that the expiry has not passed, `expired` requires that
   * it has, and `cancelled` is always possible.
   */
  | {
      readonly kind: 'approval.decide';
      readonly approval_id: string;
      readonly to: Exclude<ApprovalStatus, 'pending'>;
      readonly by: Approver | null;
      readonly comment?: string | undefined;
      readonly edited_args?: string | undefined;
      readonly values_once?: true | undefined;
    }
  /** (CAS) pending, not expired, and this time is later than its expiry -> the expiry is this time. */
  | { readonly kind: 'approval.extend'; readonly approval_id: string; readonly expires_at: string }
  /** (CAS) approved, for this digest, and not used before -> used. */
  | { readonly kind: 'approval.use'; readonly approval_id: string; readonly action_digest: string }
  /** Creates a token. An existing one with this hash is not changed. */
  | {
      readonly kind: 'token.issue';
      readonly token_hash: string;
      readonly run_id: string;
      readonly approval_id: string;
      readonly ttl_ms: number;
    }
  /** (CAS) active, of this run, not expired -> used. */
  | { readonly kind: 'token.use'; readonly token_hash: string; readonly run_id: string }
  /** Creates a grant. An existing one with this id is not changed. */
  | { readonly kind: 'grant.give'; readonly grant: GrantRecord }
  /** (CAS) The grant exists, is not expired and has uses left. */
  | { readonly kind: 'grant.use'; readonly grant_id: string }
  /** (CAS) The grant exists, belongs to this run, is not expired and has uses left -> no uses left. */
  | { readonly kind: 'grant.revoke'; readonly grant_id: string; readonly run_id: string }
  /**
   * (CAS) The audit log has no record of this run after this sequence number. The first write of its batch. Only stores
   * with `loadRun` receive it.
   */
  | { readonly kind: 'log.guard'; readonly run_id: string; readonly seq: number }
  /** Appends an audit record. An existing record with the same run, call, event and attempt is not repeated. */
  | { readonly kind: 'log.append'; readonly record: NewLogRecord }
  /**
   * Renews the lease of a process of this application. Runs of owners whose lease has expired may be claimed by others.
   */
  | {
      readonly kind: 'owner.beat';
      readonly owner: string;
      readonly application: string;
      readonly lease_ms: number;
    };

/** An audit record before the store adds its sequence number, time and hash. */
export interface NewLogRecord {
  readonly run_id: string;
  readonly tool_call_id: string;
  readonly event: AuditEvent;
  readonly attempt: number;
  readonly decision: string;
  /** Canonical JSON (keys sorted) of the masked details. */
  readonly data: string;
}

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
   * The record from which on every `tool.start` names its permission, when the log need not contain a version record.
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
