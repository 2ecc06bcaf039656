import type { Run } from '@sekisho/engine';
import type { EngineContext, HostDecision } from '@sekisho/engine/integration';
import { AgentsSdkAdapter } from '../../src/openai-agents/agents-sdk-adapter.ts';
import { decisionInState } from '../../src/openai-agents/run-state-owner.ts';
import type { Mediator } from '../../src/openai-agents/run-scope.ts';
import { ambientScope, type RunScope } from '../../src/openai-agents/run-scope.ts';
import { readCall } from '../../src/openai-agents/read-items.ts';
import type { GatedCall, ResolvedCall } from '../../src/openai-agents/run-scope.ts';
import {
  RunState,
  type ModelRequest,
  type ModelResponse,
  type RunContext,
} from '../../src/openai-agents/upstream.ts';

/**
 * A gate for test suites of the Agents SDK: every call takes the path of a gated run, but the host's own policies and
 * the approvals in the run state decide, as they do without the hooks. Never use it outside of tests.
 */
export class SuiteMediator extends AgentsSdkAdapter {
  readonly #opened: Promise<void>;
  readonly #context: RunContext | undefined;
  readonly #approved = new Set<string>();

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

  override async authorizeTools(...args: Parameters<Mediator['authorizeTools']>): Promise<void> {
    await this.#opened;
    return super.authorizeTools(...args);
  }

  override async beforeModelCall(scope: RunScope, request: ModelRequest): Promise<ModelResponse | undefined> {
    await this.#opened;
    return super.beforeModelCall(scope, request);
  }

  override async commitTurn(...args: Parameters<Mediator['commitTurn']>): Promise<void> {
    await super.commitTurn(...args);
    await this.#applyApprovals(args[0]);
  }

  override async commitFoundTools(scope: RunScope): Promise<void> {
    await super.commitFoundTools(scope);
    await this.#applyApprovals(scope);
  }

  override async planResumed(
    scope: RunScope,
    calls: readonly ResolvedCall[],
    items: readonly unknown[],
  ): Promise<void> {
    await this.#opened;
    await super.planResumed(scope, calls, items);
    await this.#applyApprovals(scope);
  }

  override applyHostDecision(call: GatedCall, decision: HostDecision): Promise<void> {
    return super.applyHostDecision(call, decision === 'ask' && this.#isApproved(call) ? 'allow' : decision);
  }

  override async streamEnded(
    _stream: object,
    failure?: { error: unknown },
  ): Promise<{ error: unknown } | undefined> {
    return failure;
  }

  /** Applies the approval in the run state where the run would wait for an approval of its own. */
  async #applyApprovals(scope: RunScope): Promise<void> {
    for (const call of scope.calls.values()) {
      if (this.stageOf(call.key)?.stage === 'waiting' && this.#isApproved(call))
        await super.applyHostDecision(call, 'allow');
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
