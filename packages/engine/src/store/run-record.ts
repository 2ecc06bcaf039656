/** The status of a run. Only a `running` run may execute calls. */
export const RUN_STATUSES = ['running', 'suspended', 'done', 'failed', 'denied', 'expired'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The owner of a queued run. It never has a lease, so the run is listed with the orphaned runs. */
export const QUEUE_OWNER = 'queue';

/** The row of one run. Writes with an older `epoch` are rejected, because another process has claimed the run. */
export interface RunRecord {
  readonly run_id: string;
  readonly status: RunStatus;
  readonly segment: number;
  readonly epoch: number;
  readonly owner: string;
  /**
   * The application that started the run. Only its processes execute it. Empty in runs of version 0.1 until a process
   * adopts them.
   */
  readonly application: string;
  readonly agent_name: string;
  readonly sdk_version: string;
  /** The sealed state: the input of a new run or the run state of a suspended one. */
  readonly state: Uint8Array | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A stored model response, so that a recovered run does not request (and pay for) it again. */
export interface StepRecord {
  readonly run_id: string;
  readonly segment: number;
  readonly name: string;
  readonly fingerprint: string;
  readonly value: string;
}

/** The steps of segment 0 that describe the run: who requested it, and its task. They are kept as long as the run. */
export const CONTEXT_STEPS = ['context:about', 'context:task'] as const;

/** Whether repeating a call is safe. Unknown tools are `destructive`. */
export const EFFECT_CLASSES = ['read', 'idempotent', 'destructive'] as const;
export type EffectClass = (typeof EFFECT_CLASSES)[number];

/** The intent to execute one call, written before it runs, and its result, written before the model receives it. */
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

/** A permission to repeat an approved call in the same run with the displayed values. */
export interface GrantRecord {
  readonly grant_id: string;
  readonly run_id: string;
  readonly tool_id: string;
  readonly definition_digest: string;
  /** The keyed digest of the agent, the tool and the displayed values. A call with other values is not covered. */
  readonly covered_digest: string;
  /** A description of what is covered. */
  readonly covers: string;
  readonly covers_ja: string;
  /** The destination of the approved call when the scope includes it, for display and as a further condition. */
  readonly destination: string | null;
  readonly scope: 'run' | 'tool_and_destination' | 'host_policy';
  readonly granted_by: string;
  readonly expires_at: string;
  readonly uses_left: number;
}

/** The stored form of a resume token. Only its hash is stored. */
export interface TokenRecord {
  readonly token_hash: string;
  readonly run_id: string;
  readonly approval_id: string;
  readonly status: 'active' | 'used';
  /** In milliseconds, by the store's clock. */
  readonly expires_at: number;
}
