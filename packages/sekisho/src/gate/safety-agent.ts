import type { AgentCapabilitySnapshot } from '../contracts/agent-capability-snapshot.ts';
import type { GateDecision } from '../contracts/gate-decision.ts';
import type { PolicyProfile } from '../contracts/policy-profile.ts';
import type { Principal } from '../contracts/principal.ts';
import type { RunCounters } from '../contracts/run-counters.ts';
import type { ToolCallRequest } from '../contracts/tool-call-request.ts';
import type { RunHistory } from './provenance/run-history.ts';

/** Whatever has a name and lists its tools; upstream's Agent is one. */
export interface AgentLike {
  readonly name: string;
  readonly tools?: readonly unknown[] | undefined;
}

/** What is known besides the call itself. */
export interface GateContext {
  readonly run_id: string;
  readonly policyProfile: PolicyProfile;
  readonly capabilities: AgentCapabilitySnapshot;
  /** Whose words the user's words are. A customer's are a request, not an authority. */
  readonly user: Principal;
  /** Where the values of this run came from. */
  readonly history: RunHistory;
  readonly counters: RunCounters;
}

/** Judges one call. What it answers is checked; anything but a GateDecision means no. */
export type JudgeCall = (
  agent: AgentLike,
  request: ToolCallRequest,
  context: GateContext,
) => GateDecision | Promise<GateDecision>;

/** Any object that judges calls. The gate limits its answers by the risk that it states. */
export interface SafetyAgentLike {
  evaluate: JudgeCall;
}

/** The judge of tool calls, made from a function. */
export class SafetyAgent implements SafetyAgentLike {
  readonly #judge: JudgeCall;
  /** True when the judge applies the policy profile itself, as the rules do; else the gate limits its answers by risk. */
  readonly appliesProfile: boolean;
  /** True only for the judge that lets everything pass, so that the doctor can find it in the wrong place. */
  readonly allowsAll: boolean;

  constructor(judge: JudgeCall, options: { appliesProfile?: boolean; allowsAll?: boolean } = {}) {
    this.#judge = judge;
    this.appliesProfile = options.appliesProfile ?? false;
    this.allowsAll = options.allowsAll ?? false;
  }

  evaluate(
    agent: AgentLike,
    request: ToolCallRequest,
    context: GateContext,
  ): GateDecision | Promise<GateDecision> {
    return this.#judge(agent, request, context);
  }

  /** Allows everything. For tests only, and it says so once. */
  static allowAll(): SafetyAgent {
    process.emitWarning('SafetyAgent.allowAll() lets every tool call pass. Use it in tests only.', {
      code: 'SEKISHO_ALLOW_ALL',
    });
    return new SafetyAgent(
      () => ({ decision: 'allow', risk_level: 1, reason: 'Everything is allowed in this test.' }),
      { appliesProfile: true, allowsAll: true },
    );
  }
}
