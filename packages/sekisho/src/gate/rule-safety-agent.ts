import type { CallJudgement } from '../contracts/call-judgement.ts';
import type { GateDecision } from '../contracts/gate-decision.ts';
import { loadProfile } from '../policy/load-profile.ts';
import type { ToolKind } from '../contracts/tool-call-request.ts';
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
        TRANSFERS[request.tool_kind] ??
        toDecision(
          judgeCall({
            tool: request.tool,
            args: request.args,
            history: context.history,
            profile: context.policyProfile,
            counters: context.counters,
            user: context.user,
            shadow,
          }),
        ),
      { appliesProfile: true },
    );
  }
}

/**
 * Passing the work to another agent changes nothing itself, whatever that agent is called; each of its own calls is
 * judged when it comes, with the same memory of who said what.
 */
const TRANSFER: GateDecision = {
  decision: 'allow',
  risk_level: 1,
  reason: 'Passing the work to another agent changes nothing; its own calls are judged.',
  reason_ja: '別のエージェントへの引き継ぎ自体は何も変更しません。引き継ぎ先の呼び出しは個別に判定されます。',
  effect: 'read',
  rule_ids: ['agent.transfer'],
};
const TRANSFERS: Readonly<Partial<Record<ToolKind, GateDecision>>> = { handoff: TRANSFER, agent: TRANSFER };

function toDecision(judgement: CallJudgement): GateDecision {
  return {
    decision: judgement.decision,
    risk_level: judgement.risk_level,
    reason: judgement.reason.en,
    reason_ja: judgement.reason.ja,
    effect: judgement.effect,
    rule_ids: [...judgement.rule_ids],
    sources: judgement.sources.map(({ path, role, value, origin, tool }) => ({
      path,
      role,
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
