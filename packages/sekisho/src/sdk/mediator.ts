import type { ErrorCode, ToolDescription } from '@sekisho/engine';
import type { PlannedCall, RawCall } from './planned-call.ts';
import type { RunScope } from './run-scope.ts';
import type { ModelRequest, ModelResponse } from './upstream.ts';

/** The result of the tool's own `needsApproval`, or the error that it threw. */
export type HostDecision = 'go' | 'ask' | { readonly failed: unknown };

/** The decision of the host's `onApproval`. Without `approve` the approval request stays pending. */
export interface HostApproval {
  readonly approve?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** Additional properties of an error. */
export interface RefusalDetails {
  readonly code?: ErrorCode | undefined;
  readonly cause?: unknown;
}

/** A call with its tool. */
export type ResolvedCall = RawCall & { readonly tool: ToolDescription };

/**
 * The operations that the hooks call. The runner implements them. Every operation fails closed: an exception stops the
 * run.
 */
export interface Mediator {
  /** Authorizes the tools that the model receives. Tools that the provider executes can be stopped only here. */
  authorizeTools(scope: RunScope, tools: readonly ToolDescription[]): Promise<void>;
  /** Before a model call: makes earlier results durable, and returns the response from the journal if it is there. */
  beforeModelCall(scope: RunScope, request: ModelRequest): Promise<ModelResponse | undefined>;
  /** After a response of the model: stores it in the journal and decides every call in it, before any of them runs. */
  commitTurn(scope: RunScope, request: ModelRequest, response: ModelResponse): Promise<void>;
  /** Decides the calls of the last response for tools that a search of that response added. */
  commitFoundTools(scope: RunScope): Promise<void>;
  /** Decides the pending calls of a resumed state. `items` is the earlier conversation. */
  planResumed(scope: RunScope, calls: readonly ResolvedCall[], items: readonly unknown[]): Promise<void>;
  /** Decides a call with the verdict `host`, before it runs. A failure is recorded; the caller then throws it. */
  applyHostDecision(scope: RunScope, call: PlannedCall, decision: HostDecision): Promise<void>;
  /** Returns whether the host's own approver may decide the pending approval request of this call. */
  mayHostApprove(call: PlannedCall): boolean;
  /**
   * Calls the host's own approver for the pending approval request of exactly this call, and stores the result as the
   * host's decision. A failure of the approver is recorded and thrown. Returns the effective decision, which is empty while
   * the request is pending.
   */
  requestHostApproval(
    scope: RunScope,
    call: PlannedCall,
    approver: () => Promise<HostApproval>,
  ): Promise<HostApproval>;
  /** Executes a tool body. There is no other way to execute one. */
  execute<T>(scope: RunScope, call: PlannedCall, body: (editedArguments?: string) => Promise<T>): Promise<T>;
  /** Records the end of a call whose body upstream executes in several steps (computer use), which `execute` cannot wrap. */
  recordResult(call: PlannedCall, output: unknown): void;
  /** Called at the end of a streamed run. Resolves when the run is durable, with the error to raise, if any. */
  streamEnded(
    stream: object,
    failure?: { readonly error: unknown },
  ): Promise<{ readonly error: unknown } | undefined>;
  /** Records why the run must end, so that no error handler can suppress it. The default code is AGENTS-E-GATE-DENIED. */
  refuse(call: RawCall, why: string, details?: RefusalDetails): Error;
}
