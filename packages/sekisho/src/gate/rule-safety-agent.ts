import type { CallJudgement } from '../contracts/call-judgement.ts';
import type { GateDecision } from '../contracts/gate-decision.ts';
import { loadProfile } from '../policy/load-profile.ts';
import { judgeCall } from './judge-call.ts';
import { SafetyAgent } from './safety-agent.ts';

/**
 * The default judge: rules over what a call does, where each value came from and what the user asked for.
 * It asks no model, so it is fast, free and always says the same about the same call.
 */
export class RuleSafetyAgent extends SafetyAgent {
  /** `shadow` names a profile that is asked too and only recorded, to try it before it counts. */
  constructor(options: { readonly shadow?: string | undefined } = {}) {
    const shadow = options.shadow === undefined ? undefined : loadProfile(options.shadow);
    super(
      (_agent, request, context) =>
        toDecision(
          judgeCall({
            tool: request.tool,
            args: request.args,
            history: context.history,
            profile: context.policyProfile,
            counters: context.counters,
            shadow,
          }),
        ),
      { appliesProfile: true },
    );
  }
}

function toDecision(judgement: CallJudgement): GateDecision {
  return {
    decision: judgement.decision,
    risk_level: judgement.risk_level,
    reason: judgement.reason.en,
    reason_ja: judgement.reason.ja,
    effect: judgement.effect,
    rule_ids: [...judgement.rule_ids],
    sources: judgement.sources.map(({ path, value, origin, tool }) => ({
      path,
      value,
      origin: tool === undefined ? origin : `${origin} (${tool})`,
    })),
    ...(judgement.destination === undefined ? {} : { destination: judgement.destination }),
    ...(judgement.shadow === undefined
      ? {}
      : { shadow: { profile: judgement.shadow.profile, decision: judgement.shadow.decision } }),
    ...(judgement.amount === undefined ? {} : { amount: judgement.amount }),
  };
}
