import type { ToolDescription } from '../contracts/tool-call-request.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { PlannedCall, RawCall } from './planned-call.ts';
import type { RunScope } from './run-scope.ts';
import type { ModelRequest, ModelResponse } from './upstream.ts';

/** What the tool's own `needsApproval` answered, or the error that it threw. */
export type HostDecision = 'go' | 'ask' | { readonly failed: unknown };

/** What the host's `onApproval` answered; without `approve` the question stays open. */
export interface HostApproval {
  readonly approve?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** What an error says besides its message. */
export interface RefusalDetails {
  readonly code?: ErrorCode | undefined;
  readonly cause?: unknown;
}

/** A call together with the tool it is for. */
export type ResolvedCall = RawCall & { readonly tool: ToolDescription };

/**
 * What the hooks ask of the checkpoint. The runner implements it; the hooks only carry questions to it and
 * do what it says. Everything here fails closed: an exception stops the run.
 */
export interface Mediator {
  /** May the model see these tools? Provider-executed tools can be stopped only here. */
  authorizeTools(scope: RunScope, tools: readonly ToolDescription[]): Promise<void>;
  /** Before a question to the model: makes earlier results durable, and answers from the journal if it can. */
  beforeModelCall(scope: RunScope, request: ModelRequest): Promise<ModelResponse | undefined>;
  /** After an answer: journals it and decides every call in it, before any of them runs. */
  commitTurn(scope: RunScope, request: ModelRequest, response: ModelResponse): Promise<void>;
  /** A search of the last answer brought in tools: decides the calls of that answer which are for them. */
  commitFoundTools(scope: RunScope): Promise<void>;
  /** Decides the calls that a resumed state brings along; `items` is what was said and done before. */
  planResumed(scope: RunScope, calls: readonly ResolvedCall[], items: readonly unknown[]): Promise<void>;
  /** Settles a call with the verdict `host`, before it runs. A failure is recorded; the caller then throws it. */
  applyHostDecision(scope: RunScope, call: PlannedCall, decision: HostDecision): Promise<void>;
  /** Whether the host's own approver may answer the open question about this call. */
  mayHostApprove(call: PlannedCall): boolean;
  /**
   * Lets the host's own approver answer the open question about exactly this call, and stores the answer as the host's
   * decision. A failure of the approver is recorded and thrown. Gives the answer that counts: empty while the question is open.
   */
  requestHostApproval(
    scope: RunScope,
    call: PlannedCall,
    approver: () => Promise<HostApproval>,
  ): Promise<HostApproval>;
  /** The one road to a tool body. */
  execute<T>(scope: RunScope, call: PlannedCall, body: (editedArguments?: string) => Promise<T>): Promise<T>;
  /** The end of a call whose body upstream runs in several steps (computer use), which `execute` cannot wrap. */
  recordResult(call: PlannedCall, output: unknown): void;
  /** A streamed run is over: everything about it is durable when this resolves. Answers the error to raise, if any. */
  streamEnded(
    stream: object,
    failure?: { readonly error: unknown },
  ): Promise<{ readonly error: unknown } | undefined>;
  /** Records why the run must end, so that no error handler on the way can suppress it. The code is AGENTS-E-GATE-DENIED unless said. */
  refuse(call: RawCall, why: string, details?: RefusalDetails): Error;
}
