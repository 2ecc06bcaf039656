import type { GateDecision, GateVerdict, RiskLevel } from '../wire/gate-decision.ts';

const RANK: Readonly<Record<GateVerdict, number>> = { allow: 0, needs_human: 1, deny: 2 };

/** Returns the stricter of two decisions with the higher risk of both. The second judge cannot loosen the first. */
export function stricterDecision(first: GateDecision, second: GateDecision): GateDecision {
  const stricter = RANK[second.decision] > RANK[first.decision] ? second : first;
  const risk_level: RiskLevel = second.risk_level > first.risk_level ? second.risk_level : first.risk_level;
  return {
    ...first,
    decision: stricter.decision,
    risk_level,
    reason: stricter.reason,
    reason_ja: stricter.reason_ja,
    rule_ids: [...(first.rule_ids ?? []), ...(stricter === second ? (second.rule_ids ?? []) : [])],
  };
}
