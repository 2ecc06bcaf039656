import type { GateVerdict } from '../wire/gate-decision.ts';
import { CONTROL_ROLES } from '../wire/tool-manifest.ts';
import { acceptsSchema, type PolicyProfile } from './policy-profile.ts';
import { STANDARD_RULES } from './evaluate-policy.ts';

/**
 * Combines two profiles so that the result allows only what both allow. A run may tighten a profile, never loosen it.
 */
export function tightenProfile(base: PolicyProfile, other: PolicyProfile): PolicyProfile {
  const rules = new Map(
    [...STANDARD_RULES, ...base.extra_rules, ...other.extra_rules].map((rule) => [rule.id, rule]),
  );
  const decisions: PolicyProfile['decisions'] = {};
  for (const rule of rules.values()) {
    const answers = [base, other].map((profile) => profile.decisions[rule.id] ?? rule.decision);
    decisions[rule.id] = rule.decision === 'allow' ? leastGenerous(answers) : strictest(answers);
  }
  return {
    name: base.name,
    accepts: intersect(base.accepts, other.accepts),
    accepts_write: intersect(base.accepts_write, other.accepts_write),
    accepts_grave: intersect(base.accepts_grave, other.accepts_grave),
    accepts_read: intersect(base.accepts_read, other.accepts_read),
    limits: {
      writes: Math.min(base.limits.writes, other.limits.writes),
      spend: Math.min(base.limits.spend, other.limits.spend),
      refusals: Math.min(base.limits.refusals, other.limits.refusals),
    },
    decisions,
    ...(base.named_approver || other.named_approver ? { named_approver: true } : {}),
    ...(base.approved_values || other.approved_values ? { approved_values: 'off' } : {}),
    ...commonLists(base.allow_lists, other.allow_lists),
    ...(base.standing_permissions || other.standing_permissions ? { standing_permissions: 'off' } : {}),
    extra_rules: [...rules.values()].filter((rule) => !STANDARD_RULES.includes(rule)),
  };
}

type RuleDecision = GateVerdict | 'off';

const STRICTNESS: Readonly<Record<RuleDecision, number>> = { off: 0, allow: 0, needs_human: 1, deny: 2 };

function strictest(answers: readonly RuleDecision[]): RuleDecision {
  return answers.reduce((left, right) => (STRICTNESS[right] > STRICTNESS[left] ? right : left));
}

/** An allow rule that one profile has switched off does not allow anything. */
function leastGenerous(answers: readonly RuleDecision[]): RuleDecision {
  const strict = strictest(answers);
  return STRICTNESS[strict] === 0 && answers.includes('off') ? 'off' : strict;
}

/** Only destinations that both profiles accept. */
function commonLists(
  one: PolicyProfile['allow_lists'],
  other: PolicyProfile['allow_lists'],
): Pick<PolicyProfile, 'allow_lists'> {
  if (!one || !other) return {};
  const common = (key: 'recipients' | 'domains') =>
    one[key]?.filter((each) => other[key]?.includes(each)) ?? [];
  return { allow_lists: { recipients: common('recipients'), domains: common('domains') } };
}

type Accepts = PolicyProfile['accepts'];

function intersect(left: Accepts, right: Accepts): Accepts {
  const both = CONTROL_ROLES.map((role) => [role, left[role].filter((each) => right[role].includes(each))]);
  return acceptsSchema.parse(Object.fromEntries(both));
}
