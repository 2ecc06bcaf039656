import type { Attribute, CallFacts, LateFacts } from './call-facts.ts';
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
 * call, and without an allow rule the result is needs_human. Late facts may be separate; they are read only when all other
 * tests of a rule hold.
 */
export function evaluatePolicy(
  profile: PolicyProfile,
  facts: Partial<CallFacts>,
  late: Partial<LateFacts> = facts,
): PolicyOutcome {
  const policy = compiledPolicy(profile);
  for (const attribute of policy.attributes)
    if (facts[attribute] === undefined) return missing(policy, facts);
  if (late === facts && policy.late.some((attribute) => isMissing(facts, attribute)))
    return missing(policy, facts);
  const tally: Tally = { deny: [], needs_human: [], allow: [] };
  for (const { rule, answer, tests, lateTests } of rulesFor(policy, profile, facts.effect ?? '')) {
    const result = passes(tests, profile, facts) && passes(lateTests, profile, late);
    if (result === undefined) return missing(policy, facts, late);
    if (result) tally[answer].push(rule);
  }
  if (tally.deny.length > 0) return outcome('deny', tally.deny);
  if (tally.needs_human.length > 0) return outcome('needs_human', tally.needs_human);
  if (tally.allow.length > 0) return outcome('allow', tally.allow);
  return { decision: 'needs_human', risk_level: riskOf(facts), rules: [defaultRule(facts)] };
}

type Tally = Record<GateVerdict, PolicyRule[]>;

/** A rule that the profile does not switch off, with its decision in this profile. */
interface ActiveRule {
  readonly rule: PolicyRule;
  readonly answer: GateVerdict;
  readonly tests: readonly Condition[];
  /** The tests of late facts, once the rules of an effect are selected. */
  readonly lateTests: readonly Condition[];
}

interface CompiledPolicy {
  readonly rules: readonly ActiveRule[];
  /** The facts that these rules need, without the late ones. */
  readonly attributes: readonly Attribute[];
  readonly late: readonly Attribute[];
  /** The rules that can hold for an effect, without their tests of the effect. */
  readonly byEffect: Map<string, readonly ActiveRule[]>;
}

const compiled = new WeakMap<PolicyProfile, CompiledPolicy>();

function compiledPolicy(profile: PolicyProfile): CompiledPolicy {
  const known = compiled.get(profile);
  if (known) return known;
  const rules = [...STANDARD_RULES, ...profile.extra_rules].flatMap((rule) => {
    const answer = Object.hasOwn(profile.decisions, rule.id) ? profile.decisions[rule.id] : rule.decision;
    return answer === 'off' || answer === undefined
      ? []
      : [{ rule, answer, tests: rule.when, lateTests: [] }];
  });
  const needed = [...new Set(rules.flatMap(({ tests }) => tests.map(({ attribute }) => attribute)))];
  const policy: CompiledPolicy = {
    rules,
    attributes: needed.filter((attribute) => !LATE.has(attribute)),
    late: needed.filter((attribute) => LATE.has(attribute)),
    byEffect: new Map(),
  };
  compiled.set(profile, policy);
  return policy;
}

function rulesFor(
  { rules, byEffect }: CompiledPolicy,
  profile: PolicyProfile,
  effect: string,
): readonly ActiveRule[] {
  const known = byEffect.get(effect);
  if (known) return known;
  const selected = rules
    .filter(({ tests }) => tests.filter(isOfEffect).every((condition) => test(condition, effect, profile)))
    .map(({ rule, answer, tests }) => {
      const rest = tests.filter((condition) => !isOfEffect(condition));
      return {
        rule,
        answer,
        tests: rest.filter(({ attribute }) => !LATE.has(attribute)),
        lateTests: rest.filter(({ attribute }) => LATE.has(attribute)),
      };
    });
  byEffect.set(effect, selected);
  return selected;
}

const isOfEffect = ({ attribute }: Condition) => attribute === 'effect';

const LATE: ReadonlySet<Attribute> = new Set<keyof LateFacts>(['tainted', 'alarming']);

/** Returns whether a late fact is missing, without calling its getter. */
function isMissing(facts: Partial<CallFacts>, attribute: Attribute): boolean {
  const { get, value } = Object.getOwnPropertyDescriptor(facts, attribute) ?? {};
  return get === undefined && value === undefined;
}

/** Returns whether all tests hold, or undefined when one of them reads a missing fact. */
function passes(
  tests: readonly Condition[],
  profile: PolicyProfile,
  facts: Partial<CallFacts>,
): boolean | undefined {
  for (const condition of tests) {
    const value = facts[condition.attribute];
    if (value === undefined) return undefined;
    if ('is' in condition ? value !== condition.is : !test(condition, value, profile)) return false;
  }
  return true;
}

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

const OUTSIDE_PLAN: NamedReason = {
  id: 'default.outside-plan',
  reason: {
    en: 'The plan that was made from the request of the user does not contain this.',
    ja: '利用者の依頼から作成した計画に含まれていない操作です。',
  },
};

/** The integration, such as a proxy, does not see what the user wrote. */
export const USER_UNKNOWN: NamedReason = {
  id: 'default.user-unknown',
  reason: {
    en: 'It is unknown here what the user asked for.',
    ja: '利用者の依頼内容は、ここでは分かりません。',
  },
};

const NOT_ALLOWED: NamedReason = {
  id: 'default.not-allowed',
  reason: {
    en: 'No rule of the profile allows this.',
    ja: 'この操作を許可するルールがプロファイルにありません。',
  },
};

function defaultRule({ effect, intent, plan }: Partial<CallFacts>): NamedReason {
  if (effect !== 'read' && plan === 'outside') return OUTSIDE_PLAN;
  if (effect === 'read' || intent === 'asked') return NOT_ALLOWED;
  return intent === 'none' ? NOT_ASKED : UNCLEAR;
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
    const own = value === 'approved' && profile.approved_values !== 'off' ? 'user' : value;
    // The developer's text is data of the host, like the session.
    const origin = own === 'instructions' ? 'session' : own;
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

function missing(
  { rules }: CompiledPolicy,
  facts: Partial<CallFacts>,
  late: Partial<CallFacts> = facts,
): PolicyOutcome {
  const hasNoFact = ({ attribute }: Condition) =>
    (LATE.has(attribute) ? late : facts)[attribute] === undefined;
  const first = rules.find(({ tests }) => tests.some(hasNoFact));
  const id = first?.rule.id ?? '';
  const reason = {
    en: `The rule ${id} misses a fact about this call.`,
    ja: `ルール ${id} の判定に必要な情報が不足しています。`,
  };
  return { decision: 'deny', risk_level: 5, rules: [{ id: 'default.missing-fact', reason }] };
}

function riskOf(facts: Partial<CallFacts>): RiskLevel {
  return facts.effect === 'spend' || facts.effect === 'execute' || facts.effect === 'admin' ? 5 : 3;
}
