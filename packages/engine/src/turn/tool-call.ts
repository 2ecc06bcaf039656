import type { GateVerdictWithCause } from '../gate/safety-gate.ts';
import type { GateVerdict } from '../wire/gate-decision.ts';
import type { LateFacts } from '../policy/call-facts.ts';
import type { EffectRecord } from '../store/run-record.ts';
import type { StartPermission } from '../wire/execution-log.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { ToolCallRequest, ToolDescription } from '../wire/tool-call-request.ts';
import type { GrantCoverage } from './grant-coverage.ts';
import type { RecordedOutcome } from './outcome.ts';

/** The approval policy of the tool itself: never, always, or evaluated by the integration for each call. */
export type HostPolicy = 'never' | 'always' | 'per_call';

/** A call as the model requested it. All later stages keep these properties. */
export interface RequestedCall {
  /** Unique within the run, and equal after a replay. */
  readonly key: string;
  /** The id that the model gave to the call. */
  readonly callId: string;
  readonly tool: ToolDescription;
  /** The arguments exactly as the model wrote them. Every authorization is bound to this text. */
  readonly rawArguments: string;
  /** Why `rawArguments` does not represent what the tool would receive. Such a call never runs. */
  readonly fault?: string | undefined;
  /** The name that the model used. The default is the name of the tool. */
  readonly wireName?: string | undefined;
  /** Who executes the body. `engine` (the default): `executeOnce`. Otherwise the engine only decides and records. */
  readonly executor?: 'engine' | 'elsewhere' | undefined;
  /** The default is `never`. */
  readonly hostPolicy?: HostPolicy | undefined;
}

/** A call that the gate has judged. The next stage depends on approvals, grants and the tool's own policy. */
export interface JudgedCall extends RequestedCall {
  readonly agentName: string;
  readonly request: ToolCallRequest | undefined;
  readonly decision: GateVerdictWithCause;
  /** The gate's latest result in the log, and how often it changed while the call waited. */
  readonly logged?: { readonly verdict: GateVerdict; readonly changes: number } | undefined;
  /** Whether the run was tainted or alarmed before this call. A decision of the rules does not contain these facts. */
  readonly marks?: LateFacts | undefined;
  /** Returns the keyed digest of the arguments as the model wrote them. */
  readonly argsDigest: () => string;
  /** Returns the masked arguments as canonical JSON text, for people and the log. */
  readonly argsMasked: () => string;
  /** Returns the digest that binds an approval to exactly this action. It is computed on demand: most calls need no approval. */
  readonly actionDigest: () => string;
  /** Returns what a grant for this call would cover, or undefined if every such call needs its own approval. */
  readonly coverage: () => GrantCoverage | undefined;
  /** Set when the arguments cannot be judged: the body never runs, and the model receives this message. */
  readonly fault?: string | undefined;
}

/**
 * A call of a run, by its stage.
 * - `host_policy`: the gate has no objection; the tool's own policy must be evaluated (`applyHostDecision`).
 * - `waiting`: a person must decide first.
 * - `refused`: the body must not run; the model receives `text` instead.
 * - `allowed`: the body may run once.
 * - `running`, `ended`: the body has started, or has ended.
 */
export type ToolCall = JudgedCall &
  (
    | { readonly stage: 'host_policy' }
    | { readonly stage: 'waiting'; readonly approval: HumanApprovalRequest }
    | { readonly stage: 'refused'; readonly text: string }
    | AllowedStage
    | (Omit<AllowedStage, 'stage'> & { readonly stage: 'running'; readonly work: Promise<unknown> })
    // A durable store contains the outcome, so it does not stay in memory.
    | { readonly stage: 'ended'; readonly outcome?: RecordedOutcome | undefined }
  );

/** The properties of a call whose body may run. */
interface AllowedStage {
  readonly stage: 'allowed';
  readonly permission: StartPermission;
  /** The arguments with which an approver replaced those of the model. */
  readonly editedArguments?: string | undefined;
  /** The effect of an earlier process, if the call is repeated or replayed after a crash. */
  readonly earlier?: EffectRecord | undefined;
  /** Whether the intent is part of a commit already. */
  readonly hasIntent: boolean;
}

/** A call whose body may run. */
export type AllowedCall = Extract<ToolCall, { readonly stage: 'allowed' }>;

/** One call of a run and how it ended, in the result of the run. */
export interface ToolCallResult {
  readonly call_id: string;
  readonly tool_name: string;
  readonly tool_kind: ToolDescription['kind'];
  readonly arguments: string;
  readonly status: 'done' | 'failed' | 'refused';
}
