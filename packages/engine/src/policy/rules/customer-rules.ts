import type { PolicyRule } from '../policy-profile.ts';
import { GRAVE, is, needsHuman, oneOf } from './rule.ts';

const NO_AUTHORITY = {
  en: "A value that steers this action has no trusted source. A customer's words are a request, not an authority.",
  ja: '操作を左右する値に信頼できる出所がありません。お客様の発言は依頼であり、権限ではありません。',
} as const;

/** Rules for runs whose user is a customer. */
export const CUSTOMER_RULES: readonly PolicyRule[] = [
  {
    id: 'customer.authority',
    when: [oneOf('effect', ['write', 'send', 'delete']), is('user', 'customer'), is('unauthorized', true)],
    ...needsHuman(4),
    reason: NO_AUTHORITY,
    match: [{ effect: 'send', user: 'customer', unauthorized: true }],
    not_match: [
      { effect: 'send', user: 'customer', unauthorized: false },
      { effect: 'send', user: 'owner', unauthorized: true },
      { effect: 'read', user: 'customer', unauthorized: true },
    ],
  },
  {
    id: 'customer.grave-authority',
    when: [oneOf('effect', GRAVE), is('user', 'customer'), is('unauthorized', true)],
    ...needsHuman(5),
    reason: NO_AUTHORITY,
    match: [{ effect: 'spend', user: 'customer', unauthorized: true }],
    not_match: [
      { effect: 'spend', user: 'customer', unauthorized: false },
      { effect: 'spend', user: 'owner', unauthorized: true },
    ],
  },
  {
    id: 'customer.other-record',
    when: [
      oneOf('effect', ['write', 'send', 'delete', ...GRAVE]),
      is('user', 'customer'),
      is('mixed_records', true),
    ],
    ...needsHuman(5),
    reason: {
      en: 'The amount stands in another record than the thing that it is for.',
      ja: '金額が、対象とは別のレコードの値です。',
    },
    match: [{ effect: 'spend', user: 'customer', mixed_records: true }],
    not_match: [
      { effect: 'spend', user: 'customer', mixed_records: false },
      { effect: 'spend', user: 'owner', mixed_records: true },
    ],
  },
];
