import type { PolicyRule } from '../policy-profile.ts';
import { is, needsHuman, oneOf } from './rule.ts';

/** Rules about dangerous values, private reads and the limits of a run. */
export const HAZARD_RULES: readonly PolicyRule[] = [
  flag('traversal', 'deny', {
    en: 'The path leaves its folder.',
    ja: 'パスが許可されたフォルダの外を指しています。',
  }),
  flag('internal_host', 'deny', {
    en: 'The web address points into the internal network.',
    ja: 'URLが内部ネットワークを指しています。',
  }),
  flag('lookalike', 'deny', {
    en: 'An address imitates one that the user named, or mixes letters that look alike.',
    ja: '利用者が挙げたものに似せたアドレスか、見た目の似た別の文字を含むアドレスです。',
  }),
  flag('hidden_text', 'deny', {
    en: 'A value hides invisible characters.',
    ja: '値に見えない文字が含まれています。',
  }),
  flag('oversized', 'needs_human', {
    en: 'The arguments are too large to be checked value by value.',
    ja: '引数が大きすぎて値ごとの確認ができません。',
  }),
  {
    id: 'read.sensitive',
    when: [is('effect', 'read'), is('sensitive', true), is('tainted', true), is('intent', 'none')],
    ...needsHuman(3),
    reason: {
      en: 'It reads private data that the user did not ask about, after untrusted text was read.',
      ja: '信頼できないテキストを読んだ後に、利用者が依頼していない個人情報を読み取ろうとしています。',
    },
    match: [{ sensitive: true, tainted: true, intent: 'none' }],
    not_match: [
      { sensitive: true, tainted: false, intent: 'none' },
      { sensitive: true, tainted: true, intent: 'asked' },
    ],
  },
  {
    id: 'read.vague',
    when: [
      is('effect', 'read'),
      is('vague', true),
      is('tainted', true),
      oneOf('intent', ['none', 'delegated']),
    ],
    ...needsHuman(3),
    reason: {
      en: 'Nothing in the name of the tool says that it only reads, and the user did not mention it.',
      ja: 'ツール名からは読み取り専用と判断できず、利用者の依頼にも含まれていません。',
    },
    match: [{ effect: 'read', vague: true, tainted: true, intent: 'none' }],
    not_match: [
      { effect: 'read', vague: false, tainted: true, intent: 'none' },
      { effect: 'read', vague: true, tainted: true, intent: 'asked' },
    ],
  },
  {
    id: 'read.not-asked',
    when: [is('effect', 'read'), is('tainted', true), oneOf('intent', ['none', 'delegated'])],
    ...needsHuman(2),
    reason: {
      en: 'It reads something that the user did not mention, after untrusted text was read.',
      ja: '信頼できないテキストを読んだ後に、利用者の依頼にない対象を読み取ろうとしています。',
    },
    match: [{ effect: 'read', tainted: true, intent: 'none' }],
    not_match: [{ effect: 'read', tainted: false, intent: 'none' }],
  },
  limit('refusals', 'deny', {
    en: 'Too many calls of this run were refused in a row.',
    ja: '拒否された呼び出しが続いたため、停止しました。',
  }),
  limit('writes', 'needs_human', {
    en: 'The run has reached its limit of changes.',
    ja: 'この実行の変更回数が上限に達しました。',
  }),
  limit('spend', 'needs_human', {
    en: 'The run has reached its limit of spending.',
    ja: 'この実行の支出が上限に達しました。',
  }),
];

type Flag = 'traversal' | 'internal_host' | 'lookalike' | 'hidden_text' | 'oversized';

function flag(name: Flag, decision: PolicyRule['decision'], reason: PolicyRule['reason']): PolicyRule {
  const id = `hazard.${name.replace('_', '-')}`;
  const examples = { match: [{ [name]: true }], not_match: [{ [name]: false }] };
  return { id, when: [is(name, true)], decision, risk_level: 5, reason, ...examples };
}

type Limit = 'refusals' | 'writes' | 'spend';

function limit(name: Limit, decision: PolicyRule['decision'], reason: PolicyRule['reason']): PolicyRule {
  const when = [{ attribute: name, reaches: name }];
  const examples = { match: [{ [name]: Number.MAX_SAFE_INTEGER }], not_match: [{ [name]: 0 }] };
  return { id: `limit.${name}`, when, decision, risk_level: 4, reason, ...examples };
}
