import type { RunLifecycle } from '../runner/run-lifecycle.ts';
import { RunSession } from '../runner/run-session.ts';
import type { RunSettings, SessionSettings } from '../runner/session-settings.ts';
import { decisionInState } from '../sdk/decision-in-state.ts';
import type { HostDecision, Mediator } from '../sdk/mediator.ts';
import type { PlannedCall } from '../sdk/planned-call.ts';
import { ambientScope, type RunScope } from '../sdk/run-scope.ts';
import { readCall } from '../sdk/tool-calls-of.ts';
import { RunState, type RunContext } from '../sdk/upstream.ts';

/**
 * A gate for test suites of the Agents SDK: every call takes the path of a gated run, but the host's own policies and
 * the approvals in the run state decide, as they do without the hooks. Never use it outside of tests.
 */
export class SuiteMediator implements Mediator {
  readonly #session: RunSession;
  readonly #opened: Promise<void>;
  readonly #context: RunContext | undefined;
  readonly #approved = new Set<string>();

  constructor(settings: SessionSettings, lifecycle: RunLifecycle, run: RunSettings, input: unknown) {
    this.#session = new RunSession(settings, run, { steps: [], effects: [], approvals: [] });
    this.#opened = lifecycle.open(run, 'suite', {
      v: 1,
      kind: 'input',
      text: '',
      profile: run.profile.name,
      requireHumanApproval: false,
      maxTurns: null,
    });
    this.#opened.catch(() => {});
    if (!(input instanceof RunState)) return;
    this.#context = input._context;
    for (const item of input.getInterruptions()) {
      const callId = readCall(item.rawItem)?.callId;
      if (callId !== undefined && decisionInState(input._context, item)?.approved === true)
        this.#approved.add(callId);
    }
  }

  async authorizeTools(...args: Parameters<Mediator['authorizeTools']>): Promise<void> {
    await this.#opened;
    return this.#session.authorizeTools(...args);
  }

  async beforeModelCall(
    ...args: Parameters<Mediator['beforeModelCall']>
  ): ReturnType<Mediator['beforeModelCall']> {
    await this.#opened;
    return this.#session.beforeModelCall(...args);
  }

  async commitTurn(scope: RunScope, ...rest: Tail<Parameters<Mediator['commitTurn']>>): Promise<void> {
    await this.#session.commitTurn(scope, ...rest);
    this.#leaveToHost(scope);
  }

  async commitFoundTools(scope: RunScope): Promise<void> {
    await this.#session.commitFoundTools(scope);
    this.#leaveToHost(scope);
  }

  async planResumed(scope: RunScope, ...rest: Tail<Parameters<Mediator['planResumed']>>): Promise<void> {
    await this.#opened;
    await this.#session.planResumed(scope, ...rest);
    this.#leaveToHost(scope);
  }

  applyHostDecision(scope: RunScope, call: PlannedCall, decision: HostDecision): Promise<void> {
    return this.#session.applyHostDecision(
      scope,
      call,
      decision === 'ask' && this.#isApproved(call) ? 'go' : decision,
    );
  }

  mayHostApprove(call: PlannedCall): boolean {
    return this.#session.mayHostApprove(call);
  }

  requestHostApproval(
    ...args: Parameters<Mediator['requestHostApproval']>
  ): ReturnType<Mediator['requestHostApproval']> {
    return this.#session.requestHostApproval(...args);
  }

  execute<T>(scope: RunScope, call: PlannedCall, body: (edited?: string) => Promise<T>): Promise<T> {
    return this.#session.execute(scope, call, body);
  }

  recordResult(call: PlannedCall, output: unknown): void {
    this.#session.recordResult(call, output);
  }

  async streamEnded(
    _stream: object,
    failure?: { readonly error: unknown },
  ): Promise<{ readonly error: unknown } | undefined> {
    return failure;
  }

  refuse(...args: Parameters<Mediator['refuse']>): Error {
    return this.#session.refuse(...args);
  }

  /**
   * Applies the tool's policy, or the approval in the run state, where the session would wait for its own approvals.
   */
  #leaveToHost(scope: RunScope): void {
    for (const call of scope.calls.values()) {
      if (call.verdict.kind !== 'ask') continue;
      const hasPolicy = call.type !== 'hosted_mcp_call';
      if (hasPolicy) call.verdict = { kind: 'host' };
      else if (this.#isApproved(call)) call.verdict = { kind: 'run' };
    }
  }

  #isApproved({ callId, wireName }: PlannedCall): boolean {
    if (this.#approved.has(callId)) return true;
    const context = this.#context;
    if (!context) return false;
    // Outside of the scope the hooks are inactive, so this is the result of the Agents SDK.
    return ambientScope.exit(() => context.isToolApproved({ toolName: wireName, callId })) === true;
  }
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;
