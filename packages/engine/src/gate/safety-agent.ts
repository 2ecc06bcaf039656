import type { AgentCapabilitySnapshot, ToolCallRequest } from '../wire/tool-call-request.ts';
import type { GateDecision } from '../wire/gate-decision.ts';
import type { PolicyProfile } from '../policy/policy-profile.ts';
import type { Principal } from '../wire/principal.ts';
import type { RunCounters } from '../policy/call-facts.ts';
import type { TaskPlan } from './plan/task-plan.ts';
import type { RunHistory } from './provenance/run-history.ts';

/** Any object with a name and tools, such as an Agent of the Agents SDK. */
export interface AgentLike {
  readonly name: string;
  readonly tools?: readonly unknown[] | undefined;
}

/** The context of a call. */
export interface GateContext {
  readonly run_id: string;
  readonly policyProfile: PolicyProfile;
  readonly capabilities: AgentCapabilitySnapshot;
  /** The principal whose text is the user's text. A customer's text is a request, not an authority. */
  readonly user: Principal;
  /** The origins of the values of this run. */
  readonly history: RunHistory;
  readonly counters: RunCounters;
  /** The plan of the current turn of the user, if the engine has a planner. */
  readonly plan?: TaskPlan | undefined;
}

/** Evaluates one call. The result is validated; any value other than a GateDecision denies the call. */
export type JudgeCall = (
  agent: AgentLike,
  request: ToolCallRequest,
  context: GateContext,
) => GateDecision | Promise<GateDecision>;

/** Evaluates one call without waiting. */
export type JudgeByRules = (...call: Parameters<JudgeCall>) => GateDecision;

/** Any object that evaluates calls. The gate limits its decisions by the risk that it returns. */
export interface SafetyAgentLike {
  evaluate: JudgeCall;
}

/** A judge of tool calls, created from a function. */
export class SafetyAgent implements SafetyAgentLike {
  readonly #judge: JudgeCall;
  /**
   * True when the judge applies the policy profile itself, as the rules do. Otherwise the gate limits its decisions by
   * risk.
   */
  readonly appliesProfile: boolean;
  /** True only for the judge that allows everything, so that doctor() reports it. */
  readonly allowsAll: boolean;
  /**
   * The rules of the judge, evaluated immediately before the commit with the current counters of the run. The stricter
   * decision applies. A judge that consists only of rules is not called in addition.
   */
  readonly rules: JudgeByRules | undefined;

  constructor(
    judge: JudgeCall,
    options: { appliesProfile?: boolean; allowsAll?: boolean; rules?: JudgeByRules | undefined } = {},
  ) {
    this.#judge = judge;
    this.rules = options.rules;
    this.appliesProfile = options.appliesProfile ?? false;
    this.allowsAll = options.allowsAll ?? false;
  }

  /** Whether the judge consists only of rules. */
  get isSynchronous(): boolean {
    return this.rules !== undefined && this.rules === this.#judge;
  }

  evaluate(
    agent: AgentLike,
    request: ToolCallRequest,
    context: GateContext,
  ): GateDecision | Promise<GateDecision> {
    return this.#judge(agent, request, context);
  }

  /** Creates a judge that allows everything, for tests only. Emits a process warning once. */
  static allowAll(): SafetyAgent {
    process.emitWarning('SafetyAgent.allowAll() allows every tool call. Use it in tests only.', {
      code: 'SEKISHO_ALLOW_ALL',
    });
    return new SafetyAgent(ALLOW_ALL, { appliesProfile: true, allowsAll: true, rules: ALLOW_ALL });
  }
}

const ALLOW_ALL: JudgeByRules = () => ({
  decision: 'allow',
  risk_level: 1,
  reason: 'Everything is allowed in this test.',
});
