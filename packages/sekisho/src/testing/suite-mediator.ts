import type { Run, ToolCall } from '@sekisho/engine';
import type { EngineContext, HostDecision } from '@sekisho/engine/integration';
import { AgentsSdkAdapter } from '../openai-agents/agents-sdk-adapter.ts';
import { decisionInState } from '../openai-agents/decision-in-state.ts';
import type { Mediator } from '../openai-agents/mediator.ts';
import { ambientScope, type RunScope } from '../openai-agents/run-scope.ts';
import { readCall } from '../openai-agents/tool-calls-of.ts';
import type { GatedCall, ResolvedCall } from '../openai-agents/upstream-call.ts';
import { RunState, type ModelRequest, type ModelResponse, type RunContext } from '../openai-agents/upstream.ts';

/**
 * A gate for test suites of the Agents SDK: every call takes the path of a gated run, but the host's own policies and
 * the approvals in the run state decide, as they do without the hooks. Never use it outside of tests.
 */
export class SuiteMediator extends AgentsSdkAdapter {
  readonly #opened: Promise<void>;
  readonly #context: RunContext | undefined;
  readonly #approved = new Set<string>();
  /** The keys of waiting calls that the tool's own policy decides. */
  readonly #leftToHost = new Set<string>();

  constructor(run: Run, context: EngineContext, opened: Promise<void>, input: unknown) {
    super(run, context);
    this.#opened = opened;
    this.#opened.catch(() => {});
    if (!(input instanceof RunState)) return;
    this.#context = input._context;
    for (const item of input.getInterruptions()) {
      const callId = readCall(item.rawItem)?.callId;
      if (callId !== undefined && decisionInState(input._context, item)?.approved === true)
        this.#approved.add(callId);
    }
  }

  override stageOf(key: string): ToolCall | undefined {
    const call = super.stageOf(key);
    return call && this.#leftToHost.has(key) ? { ...call, stage: 'host_policy' } : call;
  }

  override async authorizeTools(...args: Parameters<Mediator['authorizeTools']>): Promise<void> {
    await this.#opened;
    return super.authorizeTools(...args);
  }

  override async beforeModelCall(scope: RunScope, request: ModelRequest): Promise<ModelResponse | undefined> {
    await this.#opened;
    return super.beforeModelCall(scope, request);
  }

  override async commitTurn(scope: RunScope, request: ModelRequest, response: ModelResponse): Promise<void> {
    await super.commitTurn(scope, request, response);
    await this.#leaveToHost(scope);
  }

  override async commitFoundTools(scope: RunScope): Promise<void> {
    await super.commitFoundTools(scope);
    await this.#leaveToHost(scope);
  }

  override async planResumed(
    scope: RunScope,
    calls: readonly ResolvedCall[],
    items: readonly unknown[],
  ): Promise<void> {
    await this.#opened;
    await super.planResumed(scope, calls, items);
    await this.#leaveToHost(scope);
  }

  override applyHostDecision(call: GatedCall, decision: HostDecision): Promise<void> {
    this.#leftToHost.delete(call.key);
    return super.applyHostDecision(call, decision === 'ask' && this.#isApproved(call) ? 'allow' : decision);
  }

  override async streamEnded(
    _stream: object,
    failure?: { error: unknown },
  ): Promise<{ error: unknown } | undefined> {
    return failure;
  }

  /**
   * Applies the tool's policy, or the approval in the run state, where the run would wait for its own approvals.
   */
  async #leaveToHost(scope: RunScope): Promise<void> {
    for (const call of scope.calls.values()) {
      if (super.stageOf(call.key)?.stage !== 'waiting') continue;
      if (call.type !== 'hosted_mcp_call') this.#leftToHost.add(call.key);
      else if (this.#isApproved(call)) await super.applyHostDecision(call, 'allow');
    }
  }

  #isApproved({ callId, wireName }: GatedCall): boolean {
    if (this.#approved.has(callId)) return true;
    const context = this.#context;
    if (!context) return false;
    // Outside of the scope the hooks are inactive, so this is the result of the Agents SDK.
    return ambientScope.exit(() => context.isToolApproved({ toolName: wireName, callId })) === true;
  }
}
