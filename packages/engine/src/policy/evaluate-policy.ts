import type { CallFacts } from './call-facts.ts';
import type { GateVerdict, RiskLevel } from '../wire/gate-decision.ts';
import type { Condition, PolicyProfile, PolicyRule } from './policy-profile.ts';
import { ALLOW_RULES } from './rules/allow-rules.ts';
import { CONTENT_RULES } from './rules/content-rules.ts';
import { CUSTOMER_RULES } from './rules/customer-rules.ts';
import { HAZARD_RULES } from './rules/hazard-rules.ts';
import { ORIGIN_RULES } from './rules/origin-rules.ts';

/** All standard rules. A profile can override the decision of each. */
export const STANDARD_RULES: readonly PolicyRule[] = [
  ...HAZARD_RULES,
  ...CUSTOMER_RULES,
  ...CONTENT_RULES,
  ...ORIGIN_RULES,
  ...ALLOW_RULES,
];

/** The result of a policy for the facts of one call. */
export interface PolicyOutcome {
  readonly decision: GateVerdict;
  readonly risk_level: RiskLevel;
  /** The rules that led to the decision. */
  readonly rules: readonly Pick<PolicyRule, 'id' | 'reason'>[];
}

/**
 * Evaluates all rules. Deny takes precedence over needs_human, and needs_human over allow. A missing fact denies the
 * call, and without an allow rule the result is needs_human.
 */
export function evaluatePolicy(profile: PolicyProfile, facts: Partial<CallFacts>): PolicyOutcome {
  const tally: Tally = { deny: [], needs_human: [], allow: [] };
  for (const rule of STANDARD_RULES) if (!addToTally(rule, profile, facts, tally)) return missing(rule);
  for (const rule of profile.extra_rules) if (!addToTally(rule, profile, facts, tally)) return missing(rule);
  if (tally.deny.length > 0) return outcome('deny', tally.deny);
  if (tally.needs_human.length > 0) return outcome('needs_human', tally.needs_human);
  if (tally.allow.length > 0) return outcome('allow', tally.allow);
  return { decision: 'needs_human', risk_level: riskOf(facts), rules: [defaultRule(facts)] };
}

type Tally = Record<GateVerdict, PolicyRule[]>;

type NamedReason = Pick<PolicyRule, 'id' | 'reason'>;

const NOT_ASKED: NamedReason = {
  id: 'default.not-asked',
  reason: { en: 'The user did not ask for this.', ja: '利用者はこの操作を依頼していません。' },
};

/** The request covers the call only in part, or the rules cannot read the language of the request. */
export const UNCLEAR: NamedReason = {
  id: 'default.unclear',
  reason: {
    en: 'It is unclear whether the user asked for this.',
    ja: '利用者がこの操作を依頼したかどうかが明確ではありません。',
  },
};

const NOT_ALLOWED: NamedReason = {
  id: 'default.not-allowed',
  reason: {
    en: 'No rule of the profile allows this.',
    ja: 'この操作を許可するルールがプロファイルにありません。',
  },
};

/** Returns the reason of a call that no rule allows. */
function defaultRule({ effect, intent }: Partial<CallFacts>): NamedReason {
  if (effect === 'read' || intent === 'asked') return NOT_ALLOWED;
  return intent === 'none' ? NOT_ASKED : UNCLEAR;
}

/** Adds the rule to the tally if it matches. Returns false when a required fact is missing. */
function addToTally(
  rule: PolicyRule,
  profile: PolicyProfile,
  facts: Partial<CallFacts>,
  tally: Tally,
): boolean {
  const answer = Object.hasOwn(profile.decisions, rule.id) ? profile.decisions[rule.id] : rule.decision;
  if (answer === 'off' || answer === undefined) return true;
  const result = holds(rule, profile, facts);
  if (result === undefined) return false;
  if (result) tally[answer].push(rule);
  return true;
}

/** Returns whether all tests of a rule hold, or undefined when a fact is missing. */
export function holds(
  rule: PolicyRule,
  profile: PolicyProfile,
  facts: Partial<CallFacts>,
): boolean | undefined {
  let result = true;
  for (const condition of rule.when) {
    const value = facts[condition.attribute];
    if (value === undefined) return undefined;
    if (result) result = test(condition, value, profile);
  }
  return result;
}

function test(condition: Condition, value: string | number | boolean, profile: PolicyProfile): boolean {
  if ('is' in condition) return value === condition.is;
  if ('in' in condition) return typeof value === 'string' && condition.in.includes(value);
  if ('outside' in condition) {
    const accepted: readonly string[] = profile[condition.outside][condition.attribute];
    const origin = value === 'approved' && profile.approved_values !== 'off' ? 'user' : value;
    return origin !== 'absent' && !(typeof origin === 'string' && accepted.includes(origin));
  }
  // NaN counts as above every limit, because a counter that cannot be read may be large.
  return !(typeof value === 'number' && value < profile.limits[condition.reaches]);
}

function outcome(decision: GateVerdict, rules: readonly PolicyRule[]): PolicyOutcome {
  let risk: RiskLevel = 1;
  for (const rule of rules) if (rule.risk_level > risk) risk = rule.risk_level;
  return { decision, risk_level: risk, rules };
}

function missing(rule: PolicyRule): PolicyOutcome {
  const reason = {
    en: `The rule ${rule.id} misses a fact about this call.`,
    ja: `ルール ${rule.id} の判定に必要な情報が不足しています。`,
  };
  return { decision: 'deny', risk_level: 5, rules: [{ id: 'default.missing-fact', reason }] };
}

function riskOf(facts: Partial<CallFacts>): RiskLevel {
  return facts.effect === 'spend' || facts.effect === 'execute' || facts.effect === 'admin' ? 5 : 3;
}
