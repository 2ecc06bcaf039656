import type { ExecutionLog, ExecutionLogQuery, AuditEvent } from '../contracts/execution-log.ts';
import type { ApprovalStatus, Approver, HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type {
  EffectRecord,
  GrantRecord,
  RunRecord,
  RunStatus,
  StepRecord,
  TokenRecord,
} from '../contracts/run-record.ts';

/**
 * One change. Those marked (CAS) have a condition; if one does not hold, nothing of its batch is written.
 * Expiry is judged by the store's clock, never by the caller's.
 */
export type StoreWrite =
  /** (CAS) The run id is new. */
  | { readonly kind: 'run.open'; readonly run: Omit<RunRecord, 'created_at' | 'updated_at'> }
  /** (CAS) The run is running under this epoch. First in every batch that a running run writes. */
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
  /** (CAS) The run is running or suspended under this epoch and has no application -> belongs to this one, with this state. */
  | {
      readonly kind: 'run.adopt';
      readonly run_id: string;
      readonly epoch: number;
      readonly application: string;
      readonly state: Uint8Array;
    }
  /** (CAS) running under this epoch -> a final status; steps and effects of the run are kept, its state is dropped. */
  | {
      readonly kind: 'run.finish';
      readonly run_id: string;
      readonly epoch: number;
      readonly status: Exclude<RunStatus, 'running' | 'suspended'>;
    }
  /** Overwrites nothing: the first value of a step stays. */
  | { readonly kind: 'step.put'; readonly step: StepRecord }
  /** (CAS) No effect with this key exists, or it is `started` by an older epoch and neither it nor the new one is destructive. */
  | { readonly kind: 'effect.start'; readonly effect: Omit<EffectRecord, 'status' | 'result'> }
  /** (CAS) The effect is `started` under this epoch. */
  | {
      readonly kind: 'effect.end';
      readonly run_id: string;
      readonly call_key: string;
      readonly epoch: number;
      readonly result: Uint8Array;
    }
  /** (CAS) started -> unknown: a crash hid the outcome. */
  | { readonly kind: 'effect.lose'; readonly run_id: string; readonly call_key: string }
  /** (CAS) unknown -> done with this result, or forgotten so that it may run again. */
  | {
      readonly kind: 'effect.settle';
      readonly run_id: string;
      readonly call_key: string;
      readonly result: Uint8Array | null;
    }
  /** An approval with this id that exists already stays as it is. */
  | { readonly kind: 'approval.create'; readonly approval: HumanApprovalRequest }
  /**
   * (CAS) pending -> decided. `approved` and `denied` need the expiry to lie ahead, `expired` needs it to have passed,
   * `cancelled` is never too late.
   */
  | {
      readonly kind: 'approval.decide';
      readonly approval_id: string;
      readonly to: Exclude<ApprovalStatus, 'pending'>;
      readonly by: Approver | null;
      readonly comment?: string | undefined;
      readonly edited_args?: string | undefined;
    }
  /** (CAS) pending, not expired, and this time is later than its expiry -> expires then. */
  | { readonly kind: 'approval.extend'; readonly approval_id: string; readonly expires_at: string }
  /** (CAS) approved, for this digest, and never used before -> used. */
  | { readonly kind: 'approval.use'; readonly approval_id: string; readonly action_digest: string }
  /** A token with this hash that exists already stays as it is. */
  | {
      readonly kind: 'token.issue';
      readonly token_hash: string;
      readonly run_id: string;
      readonly approval_id: string;
      readonly ttl_ms: number;
    }
  /** (CAS) active, of this run, not expired -> used. */
  | { readonly kind: 'token.use'; readonly token_hash: string; readonly run_id: string }
  /** A grant with this id that exists already stays as it is. */
  | { readonly kind: 'grant.give'; readonly grant: GrantRecord }
  /** (CAS) The grant exists, is not expired and has uses left. */
  | { readonly kind: 'grant.use'; readonly grant_id: string }
  /** (CAS) The grant exists, is of this run, is not expired and has uses left -> none left. */
  | { readonly kind: 'grant.revoke'; readonly grant_id: string; readonly run_id: string }
  /** A record with the same run, call, event and attempt exists already: nothing is appended. */
  | { readonly kind: 'log.append'; readonly record: NewLogRecord }
  /** Renews the lease of a process of this application. Runs of owners whose lease has passed may be claimed by others. */
  | {
      readonly kind: 'owner.beat';
      readonly owner: string;
      readonly application: string;
      readonly lease_ms: number;
    };

/** An audit record before the store gives it a sequence number, a time and its place in the chain. */
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

/** What to list; newest first, 50 a page unless `limit` says otherwise. `cursor` is what the page before returned. */
export interface ApprovalFilter {
  readonly run_id?: string | undefined;
  readonly status?: ApprovalStatus | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Which runs to list. */
export interface RunFilter {
  readonly status?: RunStatus | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Which abandoned runs to list. */
export interface AbandonedRunFilter {
  /** Only runs of agents with these names. */
  readonly agents?: readonly string[] | undefined;
  /** Only runs of this application; the empty text lists runs without one. */
  readonly application?: string | undefined;
}

/** One page of a listing. The cost of a page does not depend on how many rows there are. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly cursor?: string | undefined;
}

/**
 * Everything durable. A batch is one transaction: all of it or nothing, acknowledged only when it is on disk.
 */
export interface StateStore {
  /** False for a store that dies with the process; then nothing is journaled for recovery. */
  readonly durable: boolean;
  /** Tells this store from others that one machine may use; the high-water mark of its log is kept under this name. */
  readonly identity?: string | undefined;
  commit(writes: readonly StoreWrite[]): Promise<CommitOutcome>;
  getRun(runId: string): Promise<RunRecord | undefined>;
  listRuns(filter: RunFilter): Promise<Page<RunRecord>>;
  /**
   * Runs that are `running` under an owner whose lease has passed, or who never had one: first those whose worker died,
   * then those that wait for one (`QUEUE_OWNER`), each oldest first. The cost of finding the first of them does not depend
   * on how many wait.
   */
  listAbandonedRuns(limit: number, filter?: AbandonedRunFilter): Promise<readonly RunRecord[]>;
  /** The applications of which at least one process has a lease that has not passed. */
  listLiveApplications(): Promise<readonly string[]>;
  /** In no particular order, as are effects. */
  getSteps(runId: string, segment: number): Promise<readonly StepRecord[]>;
  getEffects(runId: string): Promise<readonly EffectRecord[]>;
  getApproval(approvalId: string): Promise<HumanApprovalRequest | undefined>;
  listApprovals(filter: ApprovalFilter): Promise<Page<HumanApprovalRequest>>;
  /** Grants of a run that are still good. */
  listGrants(runId: string): Promise<readonly GrantRecord[]>;
  // What follows is optional. A store around another one passes on what that one has: without a tenant it makes other
  // MACs than processes that use the inner store, and without the listings deleted rows cannot be found.
  /** All grants of a run, those that are used up, revoked or expired, too; undefined if the store cannot tell. */
  listAllGrants?(runId: string): Promise<readonly GrantRecord[] | undefined>;
  /** The resume tokens of a run; undefined if the store cannot tell. */
  listTokens?(runId: string): Promise<readonly TokenRecord[] | undefined>;
  /** The ids of the runs that have approvals, tokens, grants or effects, in ascending order, after this one. */
  listAuthorityRuns?(after: string, limit: number): Promise<readonly string[]>;
  /** The time by the clock that the store dates its records with, in milliseconds; the runner's own clock without it. */
  now?(): Promise<number>;
  /** Whose rows these are, in a store that several tenants share. MACs cover it. */
  tenant?(): Promise<string>;
  /** Oldest first; at most 1,000 when the query has no limit, never more than 10,000. */
  queryLogs(query: ExecutionLogQuery): Promise<readonly ExecutionLog[]>;
  /** The record that the first one is chained to, when the log no longer begins with record 1. */
  logStart?(): Promise<{ readonly seq: number; readonly hash: string }>;
  /** The record from which on every `tool.start` names its permission, where no record of the log has to say it. */
  readonly permissionsFrom?: number | undefined;
  /** The newest record: where the chain ends now. */
  lastLog(): Promise<ExecutionLog | undefined>;
  /**
   * Calls the listener soon after a process has committed something, and returns a function that stops it. It is a hint
   * that saves waiting for the next poll: callers poll as well, because a store may not have it or may miss a change.
   */
  watch?(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Chains a record to the one before: the keyed hash of the audit log. */
export type LinkRecord = (previousHash: string, seq: number, body: string) => string;
