import { messageOf } from '../audit/describe-error.ts';
import type { GateDecision } from '../wire/gate-decision.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { CompleteCall } from './complete-call.ts';
import type { AgentLike } from './safety-agent.ts';
import type { SafetyGate } from './safety-gate.ts';

/** A decision in a run. `cause` is the error AGENTS-E-GATE-EVAL when the safety agent returned no valid decision. */
export type GateVerdictWithCause = GateDecision & { readonly cause?: unknown };

/** Evaluates a call of a run. A safety agent that fails results in a denial. */
export async function evaluateOrDeny(
  gate: SafetyGate,
  agent: AgentLike,
  { request, context }: CompleteCall,
): Promise<GateVerdictWithCause> {
  try {
    return await gate.evaluate(agent, request, context);
  } catch (error) {
    if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-GATE-EVAL') throw error;
    return {
      decision: 'deny',
      risk_level: 5,
      reason: `${error.code}: ${error.message}`,
      reason_ja: `${error.code}: SafetyAgent の判定が得られないため、拒否しました。原因: ${messageOf(error.cause)}`,
      rule_ids: ['gate.no-verdict'],
      cause: error,
    };
  }
}
