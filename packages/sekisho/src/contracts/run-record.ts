/** Where a run stands. Only `running` may execute anything. */
export const RUN_STATUSES = ['running', 'suspended', 'done', 'failed', 'denied', 'expired'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The owner of a run that waits for a worker. It never has a lease, so the run is listed as abandoned. */
export const QUEUE_OWNER = 'queue';

/** The row of one run. `epoch` fences: a writer with an older epoch has lost the run. */
export interface RunRecord {
  readonly run_id: string;
  readonly status: RunStatus;
  readonly segment: number;
  readonly epoch: number;
  readonly owner: string;
  /** The application that opened the run; only its processes execute it. Empty in runs of version 0.1 until one adopts them. */
  readonly application: string;
  readonly agent_name: string;
  readonly sdk_version: string;
  /** The sealed continuation: the input of a fresh run or the run state of a suspended one. */
  readonly state: Uint8Array | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A remembered answer of the model, so that a recovered run does not ask (and pay) again. */
export interface StepRecord {
  readonly run_id: string;
  readonly segment: number;
  readonly name: string;
  readonly fingerprint: string;
  readonly value: string;
}

/** Whether a repeated execution does harm. Unknown tools are `destructive`. */
export const EFFECT_CLASSES = ['read', 'idempotent', 'destructive'] as const;
export type EffectClass = (typeof EFFECT_CLASSES)[number];

/** The intent to execute one call, written before it runs, and its result, written before the model sees it. */
export interface EffectRecord {
  readonly run_id: string;
  readonly call_key: string;
  readonly tool_call_id: string;
  readonly tool_id: string;
  readonly effect: EffectClass;
  readonly args_digest: string;
  readonly epoch: number;
  readonly status: 'started' | 'done' | 'unknown';
  /** The sealed result; null until the call is done. */
  readonly result: Uint8Array | null;
}

/** A permission to repeat an approved call in the same run, with the values that were displayed. */
export interface GrantRecord {
  readonly grant_id: string;
  readonly run_id: string;
  readonly tool_id: string;
  readonly definition_digest: string;
  /** Keyed digest of the agent, the tool and the values that were displayed; a call with other values is not covered. */
  readonly covered_digest: string;
  /** What is covered, in words. */
  readonly covers: string;
  readonly covers_ja: string;
  /** The destination of the approved call when the scope names it, for people and as a further condition. */
  readonly destination: string | null;
  readonly scope: 'run' | 'tool_and_destination' | 'host_policy';
  readonly granted_by: string;
  readonly expires_at: string;
  readonly uses_left: number;
}

/** A resume token at rest. Only its hash is kept. */
export interface TokenRecord {
  readonly token_hash: string;
  readonly run_id: string;
  readonly approval_id: string;
  readonly status: 'active' | 'used';
  /** In milliseconds, by the store's clock. */
  readonly expires_at: number;
}
