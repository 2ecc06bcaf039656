import type { ErrorCode, ToolCall, ToolDescription } from '@sekisho/engine';
import type { HostApproval, HostDecision } from '@sekisho/engine/integration';
import type { RunScope } from './run-scope.ts';
import type { GatedCall, ResolvedCall, UpstreamCall } from './upstream-call.ts';
import type { ModelRequest, ModelResponse } from './upstream.ts';

/** Additional properties of an error. */
export interface RefusalDetails {
  readonly code?: ErrorCode | undefined;
  readonly cause?: unknown;
}

/** The operations that the patches call. Every operation fails closed: an exception stops the run. */
export interface Mediator {
  /** Whether a run executes calls. While a saved state is only read, upstream needs its own records to restore it. */
  readonly isExecuting: boolean;
  /** Returns the current stage of a call. */
  stageOf(key: string): ToolCall | undefined;
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
  /** Decides a call with the stage `host_policy`, before it runs. A failure is recorded; the caller then throws it. */
  applyHostDecision(call: GatedCall, decision: HostDecision): Promise<void>;
  /** Returns whether the host's own approver may decide the pending approval request of this call. */
  mayHostApprove(call: GatedCall): boolean;
  /** Calls the host's own approver for the pending approval request of exactly this call. Returns the effective decision. */
  requestHostApproval(call: GatedCall, approver: () => Promise<HostApproval>): Promise<HostApproval>;
  /** Executes a tool body. There is no other way to execute one. */
  execute(call: GatedCall, body: (editedArguments?: string) => Promise<unknown>): Promise<unknown>;
  /** Records the end of a call whose body upstream executes in several steps (computer use), which `execute` cannot wrap. */
  recordResult(call: GatedCall, output: unknown): void;
  /** Called at the end of a streamed run. Resolves when the run is durable, with the error to raise, if any. */
  streamEnded(
    stream: object,
    failure?: { readonly error: unknown },
  ): Promise<{ readonly error: unknown } | undefined>;
  /** Records why the run must end, so that no error handler can suppress it. The default code is AGENTS-E-GATE-DENIED. */
  refuse(call: UpstreamCall, why: string, details?: RefusalDetails): Error;
}
