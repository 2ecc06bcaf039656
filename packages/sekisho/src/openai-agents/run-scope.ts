import { AsyncLocalStorage } from 'node:async_hooks';
import type { ErrorCode, ToolCall, ToolDescription } from '@sekisho/engine';
import type { HostApproval, HostDecision, HostPolicy } from '@sekisho/engine/integration';
import type { AnyAgent, ModelRequest, ModelResponse } from './upstream.ts';

/** A tool call in a response of the model, in the form of the Agents SDK. */
export interface UpstreamCall {
  readonly callId: string;
  /** The name on the wire, with its namespace if it has one. */
  readonly wireName: string;
  /** The arguments exactly as the model wrote them. Every authorization is bound to this text. */
  readonly rawArguments: string;
  /** Selects the list of tools that contains the name. */
  readonly type: 'function_call' | 'shell_call' | 'apply_patch_call' | 'computer_call' | 'hosted_mcp_call';
  readonly serverLabel?: string | undefined;
}

/** A tool that the model receives, with the host's own approval policy. */
export interface ListedTool {
  readonly description: ToolDescription;
  readonly hostPolicy: HostPolicy;
}

/** A call with its tool. */
export interface ResolvedCall extends UpstreamCall {
  readonly tool: ToolDescription;
  readonly hostPolicy: HostPolicy;
}

/** A call of the current turn that the engine knows by its key. */
export interface GatedCall extends ResolvedCall {
  readonly key: string;
  /** Whether the call was started, because a decision permits one start. */
  hasStarted?: boolean;
  /** Whether its end was recorded. */
  hasEnded?: boolean;
}

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
  authorizeTools(agent: AnyAgent, tools: readonly ToolDescription[]): Promise<void>;
  /** Before a model call: makes earlier results durable, and returns the response from the journal if it is there. */
  beforeModelCall(scope: RunScope, request: ModelRequest): Promise<ModelResponse | undefined>;
  /** After a response of the model: stores it in the journal and decides its calls, before any of them runs. */
  commitTurn(
    scope: RunScope,
    request: ModelRequest,
    response: ModelResponse,
    calls: readonly UpstreamCall[],
  ): Promise<void>;
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

// Most scopes belong to the body of a tool and list nothing.
const NO_TOOLS: ReadonlyMap<string, ListedTool> = new Map();
const NO_CALLS: ReadonlyMap<string, GatedCall> = new Map();
const NO_KEYS: ReadonlySet<string> = new Set();

/** One loop of upstream's runner inside a gated run: the outermost one, or one nested in a tool. */
export class RunScope {
  readonly mediator: Mediator;
  /** The path from the outermost loop to this one. It is part of every key, so that replays use the same keys. */
  readonly path: string;
  /** Whether this is the scope of a tool body: the code in it belongs to the allowed call. */
  readonly isBody: boolean;
  /** Whether this is the loop that the host started: the first one inside the root scope. */
  readonly isOutermost: boolean;
  /** The current agent, as the patches last saw it. */
  agent: AnyAgent | undefined;
  /** The tools of this turn's request to the model, by wire name. */
  tools: ReadonlyMap<string, ListedTool> = NO_TOOLS;
  handoffs: ReadonlyMap<string, ListedTool> = NO_TOOLS;
  /** The tools among them that the provider executes. */
  providerTools: ReadonlySet<string> = NO_KEYS;
  /** The agent of the last handoff that passed the gate. */
  transferredTo: unknown;
  /** The calls of the current turn, by call id. */
  calls: ReadonlyMap<string, GatedCall> = NO_CALLS;
  /** The calls of the current turn without a listed tool. A search may add their tools. */
  unresolved: readonly UpstreamCall[] = [];
  modelCalls = 0;
  #children = 0;

  constructor(mediator: Mediator, path: string, isBody = false) {
    this.mediator = mediator;
    this.path = path;
    this.isBody = isBody;
    this.isOutermost = path === 'r1';
  }

  /** Returns the scope of the next loop that starts inside this one. */
  nested(): RunScope {
    this.#children += 1;
    const name = `r${this.#children}`;
    return new RunScope(this.mediator, this.path === '' ? name : `${this.path}/${name}`);
  }

  /** Returns the error that ends the run. The call contains what is known about it. */
  refuse(call: Partial<UpstreamCall>, why: string, details?: RefusalDetails): Error {
    return this.mediator.refuse({ ...UNREADABLE, ...call }, why, details);
  }

  /** Throws when a call is started a second time, because a decision permits one start. */
  claimStart(call: GatedCall): void {
    if (call.hasStarted) throw this.refuse(call, 'The call was started twice.');
    call.hasStarted = true;
  }
}

/** A call of which nothing could be read. */
export const UNREADABLE: UpstreamCall = { callId: '', wireName: '', rawArguments: '', type: 'function_call' };

/**
 * The scope of the current asynchronous context. It is empty outside of gated runs, where every patch does nothing.
 * It is module state because upstream has no parameter that reaches all patched methods.
 */
export const ambientScope = new AsyncLocalStorage<RunScope>();

/** Runs the body of one call in a scope of its own, so that code in it belongs to the allowed call. */
export function runBody<T>(scope: RunScope, call: GatedCall, body: () => T): T {
  return ambientScope.run(new RunScope(scope.mediator, call.key, true), body);
}

/**
 * Throws when a tool is invoked in a gated run outside of the body of an allowed call. Listeners, guardrails and
 * instructions run between the calls; a tool that one of them invokes was never judged.
 */
export function requireAllowedCall(toolName: string): void {
  const scope = ambientScope.getStore();
  if (!scope || scope.isBody) return;
  throw scope.refuse(
    { wireName: toolName },
    'The tool was invoked directly in a gated run without an allowed call. Let the model call it, or call its function outside of the tool.',
  );
}
