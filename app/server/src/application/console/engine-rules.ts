/** Reasons that do not come from a rule of a policy, so that no profile can change them. */
export const ENGINE_RULES: readonly {
  readonly id: string;
  readonly decision: 'allow' | 'needs_human' | 'deny';
  readonly reason: { readonly en: string; readonly ja: string };
}[] = [
  {
    id: 'default.not-asked',
    decision: 'needs_human',
    reason: {
      en: 'No rule gives a reason to allow the call, so a person is asked.',
      ja: '許可する理由となるルールがないため、人に確認します。',
    },
  },
  {
    id: 'default.missing-fact',
    decision: 'deny',
    reason: {
      en: 'A rule needs a fact about the call that is not known.',
      ja: 'ルールの判定に必要な情報が不足しています。',
    },
  },
  {
    id: 'gate.no-verdict',
    decision: 'deny',
    reason: {
      en: 'The judge gave no usable answer in time.',
      ja: '判定役から時間内に有効な回答がありませんでした。',
    },
  },
  {
    id: 'profile.risk-ceiling',
    decision: 'needs_human',
    reason: {
      en: 'A judge of your own allowed the call at a risk for which the profile asks a person.',
      ja: '独自の判定役は許可しましたが、このリスクではプロファイルにより人の確認が必要です。',
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
      en: 'Work passes to another agent, whose calls are judged one by one.',
      ja: '別のエージェントへの引き継ぎです。引き継ぎ先の呼び出しは一つずつ判定されます。',
    },
  },
  {
    id: 'arguments.invalid',
    decision: 'deny',
    reason: {
      en: 'The arguments are not readable, or do not fit the tool.',
      ja: '引数を読み取れないか、ツールの定義に合っていません。',
    },
  },
  {
    id: 'mcp.scope',
    decision: 'deny',
    reason: {
      en: 'The scopes of the gateway do not let this profile touch the tool of an MCP server.',
      ja: 'ゲートウェイのスコープにより、このプロファイルは該当の MCP ツールを利用できません。',
    },
  },
];
