import type { ToolDescription } from '@sekisho/engine';

/** A tool call as the model wrote it. */
export interface RawCall {
  readonly callId: string;
  /** The name on the wire, with its namespace if it has one. */
  readonly wireName: string;
  /** The arguments exactly as the model wrote them. Every authorization is bound to this text. */
  readonly rawArguments: string;
  /** Selects the list of tools that contains the name. */
  readonly type: 'function_call' | 'shell_call' | 'apply_patch_call' | 'computer_call' | 'hosted_mcp_call';
  readonly serverLabel?: string | undefined;
}

/**
 * The decision of the gate about one call of a turn.
 * `run`: the body may run. `ask`: an approver must decide first. `host`: the gate has no objection, but the tool's own
 * `needsApproval` must be evaluated. `answer`: the body must not run; the model receives `text` instead.
 */
export type CallVerdict =
  | { readonly kind: 'run' }
  | { readonly kind: 'ask' }
  | { readonly kind: 'host' }
  | { readonly kind: 'answer'; readonly text: string };

/** One call of the current turn with its verdict. */
export interface PlannedCall extends RawCall {
  readonly tool: ToolDescription;
  /** Unique within the run, and equal after a replay. */
  readonly key: string;
  verdict: CallVerdict;
  /** The arguments with which an approver replaced those of the model. */
  readonly editedArguments?: string | undefined;
}
