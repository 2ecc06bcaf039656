import type { CallJudgement } from '../contracts/call-judgement.ts';
import type { PolicyProfile } from '../contracts/policy-profile.ts';
import { evaluatePolicy } from '../policy/evaluate-policy.ts';
import { type CallToJudge, collectFacts } from './collect-facts.ts';
import { explainDecision } from './explain-decision.ts';

/** What judgeCall needs: the call, what happened before it, and the profile that decides. */
export interface JudgeCallInput extends CallToJudge {
  readonly profile: PolicyProfile;
  /** A profile on trial: its answer is reported beside the real one and decides nothing. */
  readonly shadow?: PolicyProfile | undefined;
}

/** Judges one call by rules alone: no model, no I/O, well under a millisecond. */
export function judgeCall(input: JudgeCallInput): CallJudgement {
  const { facts, sources, destination, amount } = collectFacts(input);
  const { decision, risk_level, rules } = evaluatePolicy(input.profile, facts);
  return {
    decision,
    risk_level,
    effect: facts.effect,
    rule_ids: rules.map((rule) => rule.id),
    reason: explainDecision({ decision, rules, sources, user: facts.user }),
    sources,
    ...(destination === undefined ? {} : { destination }),
    ...(amount === undefined ? {} : { amount }),
    ...(input.shadow === undefined ? {} : { shadow: answerInShadow(input.shadow, facts) }),
  };
}

function answerInShadow(
  profile: PolicyProfile,
  facts: Parameters<typeof evaluatePolicy>[1],
): NonNullable<CallJudgement['shadow']> {
  const { decision, rules } = evaluatePolicy(profile, facts);
  return { profile: profile.name, decision, rule_ids: rules.map((rule) => rule.id) };
}
