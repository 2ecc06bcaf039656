import type { PolicyProfile, PolicyRule } from 'sekisho';
import { ENGINE_RULES } from './engine-rules.ts';

/** The decision of a profile when a rule matches. Null when the profile does not contain the rule. */
type Answer = PolicyRule['decision'] | 'off' | null;

/** A rule with its explanation for the console. */
export type RuleView = {
  id: string;
  /** The source of the rule: all profiles, one profile, or the engine. */
  source: 'standard' | 'profile' | 'engine';
  decision: PolicyRule['decision'];
  risk_level: number | null;
  reason: { en: string; ja: string };
  when: Record<string, unknown>[];
  profiles: { profile: string; answer: Answer }[];
};

/** Lists every rule id that a decision can contain, with its meaning and its use in each profile. */
export function describeRules(
  standard: readonly PolicyRule[],
  profiles: readonly PolicyProfile[],
): RuleView[] {
  const profileRules = new Map(
    profiles.flatMap(({ extra_rules: rules }) => rules.map((rule) => [rule.id, rule])),
  );
  return [
    ...standard.map((rule) => describe(rule, 'standard', profiles)),
    ...[...profileRules.values()].map((rule) => describe(rule, 'profile', profiles)),
    ...ENGINE_RULES.map(({ id, decision, reason }) => {
      const plain = { id, decision, reason: { ...reason }, risk_level: null, when: [], profiles: [] };
      return { ...plain, source: 'engine' as const };
    }),
  ];
}

function describe(
  rule: PolicyRule,
  source: 'standard' | 'profile',
  profiles: readonly PolicyProfile[],
): RuleView {
  const { id, decision, risk_level, reason, when } = rule;
  return {
    id,
    source,
    decision,
    risk_level,
    reason,
    when: when.map((condition) => ({ ...condition })),
    profiles: profiles.map((profile) => ({ profile: profile.name, answer: answerOf(rule, source, profile) })),
  };
}

function answerOf(
  { id, decision }: PolicyRule,
  source: 'standard' | 'profile',
  profile: PolicyProfile,
): Answer {
  const own = profile.extra_rules.find((rule) => rule.id === id);
  if (source === 'profile' && own === undefined) return null;
  // Only own properties are read: a rule named "constructor" must not find Object.prototype.
  const changed = Object.hasOwn(profile.decisions, id) ? profile.decisions[id] : undefined;
  return changed ?? own?.decision ?? decision;
}
