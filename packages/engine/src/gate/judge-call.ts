import { applyAllowLists } from './allow-lists.ts';
import type { CallJudgement } from './call-judgement.ts';
import type { PolicyProfile } from '../policy/policy-profile.ts';
import { evaluatePolicy, UNCLEAR, USER_UNKNOWN, type PolicyOutcome } from '../policy/evaluate-policy.ts';
import { type CallToJudge, collectFacts } from './collect-facts.ts';
import { explainDecision } from './explain-decision.ts';

/** The inputs of judgeCall: the call, its history and the profile. */
export interface JudgeCallInput extends CallToJudge {
  readonly profile: PolicyProfile;
  /** A shadow profile: its decision is reported in addition and has no effect. */
  readonly shadow?: PolicyProfile | undefined;
}

/** Evaluates one call by rules only: without a model or I/O, in less than a millisecond. */
export function judgeCall(input: JudgeCallInput): CallJudgement {
  const { facts, marks, sources, listed, destination, amount } = collectFacts(input);
  const evaluate = (profile: PolicyProfile) =>
    evaluatePolicy(profile, applyAllowLists(facts, listed, profile), marks);
  const { decision, risk_level, rules: matched } = evaluate(input.profile);
  const { history } = input;
  // The user may well have asked for the call if the request is unknown or in a language that the rules cannot read.
  const orUnread = (rule: (typeof matched)[number]) =>
    history.isUserUnknown ? USER_UNKNOWN : history.user.hasUnreadRequest ? UNCLEAR : rule;
  const rules = matched.map((rule) => (rule.id === 'default.not-asked' ? orUnread(rule) : rule));
  return {
    decision,
    risk_level,
    effect: facts.effect,
    ...(facts.plan === 'none' ? {} : { plan: facts.plan }),
    rule_ids: rules.map((rule) => rule.id),
    reason: explainDecision({
      decision,
      rules,
      sources,
      user: facts.user,
      isUserUnknown: decision !== 'allow' && history.isUserUnknown,
    }),
    sources,
    facts,
    ...(destination === undefined ? {} : { destination }),
    ...(amount === undefined ? {} : { amount }),
    ...(input.shadow === undefined ? {} : { shadow: shadowOf(input.shadow, evaluate(input.shadow)) }),
  };
}

function shadowOf(
  { name }: PolicyProfile,
  { decision, rules }: PolicyOutcome,
): NonNullable<CallJudgement['shadow']> {
  return { profile: name, decision, rule_ids: rules.map((rule) => rule.id) };
}
