/** Rule ids that do not come from a policy, so that no profile can change them. */
export const ENGINE_RULES: readonly {
  readonly id: string;
  readonly decision: 'allow' | 'needs_human' | 'deny';
  readonly reason: { readonly en: string; readonly ja: string };
}[] = [
  {
    id: 'default.not-asked',
    decision: 'needs_human',
    reason: {
      en: 'No rule allows the call, so a person has to decide.',
      ja: '呼び出しを許可するルールがないため、人の判断が必要です。',
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
