import type { PolicyRule } from '../policy-profile.ts';
import { allows, is, oneOf } from './rule.ts';

/** Rules that allow a call. Without a matching one, the call needs an approval. */
export const ALLOW_RULES: readonly PolicyRule[] = [
  {
    id: 'allow.read',
    when: [is('effect', 'read')],
    ...allows(1),
    reason: { en: 'It only reads.', ja: '読み取りのみです。' },
    match: [{ effect: 'read' }],
    not_match: [{ effect: 'write' }],
  },
  {
    id: 'allow.untainted-write',
    when: [is('effect', 'write'), is('tainted', false), is('uninvited', false)],
    ...allows(2),
    reason: {
      en: 'No untrusted text has been read in this run.',
      ja: 'この実行では信頼できないテキストをまだ読んでいません。',
    },
    match: [{ effect: 'write', tainted: false }],
    not_match: [
      { effect: 'write', tainted: true },
      { effect: 'write', tainted: false, uninvited: true },
      { effect: 'spend', tainted: false },
    ],
  },
  {
    id: 'allow.untainted-partial',
    when: [
      oneOf('effect', ['send', 'delete']),
      is('tainted', false),
      oneOf('intent', ['partial', 'delegated']),
    ],
    ...allows(3),
    reason: {
      en: 'The request of the user points to it and no untrusted text has been read in this run.',
      ja: '利用者の依頼に沿っており、この実行では信頼できないテキストをまだ読んでいません。',
    },
    match: [{ effect: 'send', tainted: false, intent: 'partial' }],
    not_match: [
      { effect: 'send', tainted: true, intent: 'partial' },
      { effect: 'send', tainted: false, intent: 'none' },
    ],
  },
  {
    id: 'allow.asked',
    when: [is('intent', 'asked')],
    ...allows(2),
    reason: { en: 'The user asked for it.', ja: '利用者が依頼した操作です。' },
    match: [{ effect: 'send', intent: 'asked', tainted: true }],
    not_match: [{ effect: 'send', intent: 'partial', tainted: true }],
  },
  {
    id: 'allow.planned',
    when: [oneOf('effect', ['write', 'send', 'delete']), is('plan', 'inside')],
    ...allows(2),
    reason: {
      en: 'It belongs to the plan that was made from the request of the user.',
      ja: '利用者の依頼から作成した計画に含まれる操作です。',
    },
    match: [{ effect: 'send', plan: 'inside', intent: 'none', tainted: true }],
    not_match: [
      { effect: 'send', plan: 'unclear', tainted: true },
      { effect: 'spend', plan: 'inside' },
    ],
  },
  {
    id: 'allow.partial-write',
    when: [is('effect', 'write'), is('intent', 'partial')],
    ...allows(3),
    reason: {
      en: 'The request of the user points to a change of this kind.',
      ja: '利用者の依頼に沿った変更です。',
    },
    match: [{ effect: 'write', intent: 'partial', tainted: true }],
    not_match: [{ effect: 'write', intent: 'none', tainted: true }],
  },
  {
    id: 'allow.delegated-write',
    when: [is('effect', 'write'), is('intent', 'delegated')],
    ...allows(3),
    reason: { en: 'The user handed over tasks of this kind.', ja: '利用者から任された作業の範囲です。' },
    match: [{ effect: 'write', intent: 'delegated', tainted: true }],
    not_match: [
      { effect: 'spend', intent: 'delegated' },
      { effect: 'send', intent: 'delegated', tainted: true },
    ],
  },
];
