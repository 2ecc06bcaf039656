import type { PolicyProfile, PolicyRule } from 'sekisho';
import type { RuleView } from './policy-schemas.ts';

/** The decision of a profile when a rule matches. Null when the profile does not contain the rule. */
type Answer = PolicyRule['decision'] | 'off' | null;

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

/** Rule ids that do not come from a policy, so that no profile can change them. */
const ENGINE_RULES: readonly {
  readonly id: string;
  readonly decision: 'allow' | 'needs_human' | 'deny';
  readonly reason: { readonly en: string; readonly ja: string };
}[] = [
  {
    id: 'default.not-asked',
    decision: 'needs_human',
    reason: {
      en: 'The user did not ask for the call, and no rule allows it.',
      ja: '利用者が依頼していない呼び出しで、許可するルールもありません。',
    },
  },
  {
    id: 'default.unclear',
    decision: 'needs_human',
    reason: {
      en: 'It is unclear whether the user asked for the call, and no rule allows it.',
      ja: '利用者が依頼したかどうかが明確でない呼び出しで、許可するルールもありません。',
    },
  },
  {
    id: 'default.not-allowed',
    decision: 'needs_human',
    reason: {
      en: 'No rule of the profile allows the call, so a person has to decide.',
      ja: '呼び出しを許可するルールがプロファイルにないため、人の判断が必要です。',
    },
  },
  {
    id: 'default.missing-fact',
    decision: 'deny',
    reason: {
      en: 'A rule needs a fact about the call that is unknown.',
      ja: 'ルールの判定に必要な情報が不足しています。',
    },
  },
  {
    id: 'gate.no-verdict',
    decision: 'deny',
    reason: {
      en: 'The judge returned no valid decision in time.',
      ja: '判定役が時間内に有効な判定を返しませんでした。',
    },
  },
  {
    id: 'profile.risk-ceiling',
    decision: 'needs_human',
    reason: {
      en: 'A custom judge allowed the call at a risk for which the profile requires a person.',
      ja: '独自の判定役は許可しましたが、このリスクではプロファイルにより人の判断が必要です。',
    },
  },
  {
    id: 'model.verdict',
    decision: 'needs_human',
    reason: {
      en: 'The model that judges calls was stricter than the rules.',
      ja: '判定用モデルがルールより厳しい判定をしました。',
    },
  },
  {
    id: 'agent.transfer',
    decision: 'allow',
    reason: {
      en: 'The task is handed off to another agent, whose calls are judged one by one.',
      ja: '別のエージェントへの引き継ぎです。引き継ぎ先の呼び出しは一つずつ判定されます。',
    },
  },
  {
    id: 'arguments.invalid',
    decision: 'deny',
    reason: {
      en: 'The arguments cannot be parsed, or do not match the schema of the tool.',
      ja: '引数を解析できないか、ツールのスキーマに合っていません。',
    },
  },
  {
    id: 'mcp.scope',
    decision: 'deny',
    reason: {
      en: 'The gateway scopes do not allow this profile to use the tool of an MCP server.',
      ja: 'ゲートウェイのスコープにより、このプロファイルは該当の MCP ツールを利用できません。',
    },
  },
];
