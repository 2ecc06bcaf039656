import type { PolicyRule } from '../policy-profile.ts';
import { is, needsHuman, ofChange, oneOf } from './rule.ts';

const REQUESTED = {
  en: 'Text that was read asks for this action with this value.',
  ja: '読み込まれたテキストが、この値を使った操作を要求しています。',
} as const;

/** Rules about requests in untrusted text and about data that a call sends out. */
export const CONTENT_RULES: readonly PolicyRule[] = [
  {
    id: 'content.requests-action',
    when: [
      oneOf('effect', ['read', 'send', 'delete', 'spend', 'execute', 'admin']),
      is('tainted', true),
      is('requested_by_content', true),
    ],
    ...needsHuman(4),
    reason: REQUESTED,
    match: [{ effect: 'delete', tainted: true, requested_by_content: true, delegated: true }],
    not_match: [{ effect: 'delete', tainted: true, requested_by_content: false }],
  },
  {
    id: 'content.requests-write',
    when: [
      is('effect', 'write'),
      is('tainted', true),
      is('requested_by_content', true),
      is('delegated', false),
    ],
    ...needsHuman(4),
    reason: REQUESTED,
    match: [{ effect: 'write', tainted: true, requested_by_content: true, delegated: false }],
    not_match: [{ effect: 'write', tainted: true, requested_by_content: true, delegated: true }],
  },
  ofChange('content.alarming', 'alarming', 4, {
    en: 'Text that was read tries to steer the assistant, so a person has to approve every change.',
    ja: '読み込まれたテキストがアシスタントを操ろうとしているため、変更にはすべて人の承認が必要です。',
  }),
  {
    id: 'content.link',
    when: [is('content_link', true)],
    ...needsHuman(4),
    reason: {
      en: 'The text of this call carries a link, an address or an account number that comes from text that was read.',
      ja: 'この呼び出しの文面に、読み込まれたテキスト由来のリンク、アドレス、口座番号が含まれています。',
    },
    match: [{ effect: 'send', content_link: true }],
    not_match: [{ effect: 'send', content_link: false }],
  },
  ofChange('content.active', 'active_content', 4, {
    en: 'The content loads or runs something from a link that the user did not write.',
    ja: '内容に、利用者が書いていないリンクから何かを読み込む、または実行する記述が含まれています。',
  }),
  {
    id: 'content.carries-data',
    when: [is('effect', 'read'), is('carries_data', true)],
    ...needsHuman(4),
    reason: {
      en: 'A read would take data of earlier results out of the run in its arguments.',
      ja: '読み取りの引数に、以前の結果のデータを外部へ持ち出す値が含まれています。',
    },
    match: [{ effect: 'read', carries_data: true }],
    not_match: [{ effect: 'read', carries_data: false }],
  },
  ofChange('content.secret', 'secret', 5, {
    en: 'The arguments hold something that looks like a password or key.',
    ja: '引数にパスワードや鍵と思われる値が含まれています。',
  }),
  ofChange('content.widens', 'widens', 4, {
    en: 'An option opens this to more people or skips a safeguard, and the request of the user does not say so.',
    ja: '対象を広く公開する、または確認を省く選択肢が指定されていますが、利用者の依頼にはありません。',
  }),
  ofChange('content.persists', 'persists', 4, {
    en: 'It changes something that takes effect again later, and the request of the user does not speak of it.',
    ja: '後から繰り返し作用する設定を変更しますが、利用者の依頼では触れられていません。',
  }),
  {
    id: 'content.private-data',
    when: [oneOf('effect', ['send', 'execute']), is('private_data', true)],
    ...needsHuman(4),
    reason: {
      en: "The text to be sent holds data from the user's session.",
      ja: '送信する文面に利用者のセッション情報が含まれています。',
    },
    match: [{ effect: 'send', private_data: true }],
    not_match: [{ effect: 'write', private_data: true }],
  },
];
