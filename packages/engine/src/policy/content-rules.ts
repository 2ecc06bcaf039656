import type { PolicyRule } from './policy-profile.ts';

const CHANGING = ['write', 'send', 'delete', 'spend', 'execute', 'admin'];

const REQUESTED = {
  en: 'Text that was read asks for this action with this value.',
  ja: '読み込まれたテキストが、この値を使った操作を要求しています。',
} as const;

/** Rules about requests in untrusted text and about data that a call sends out. */
export const CONTENT_RULES: readonly PolicyRule[] = [
  {
    id: 'content.requests-action',
    when: [
      { attribute: 'effect', in: ['read', 'send', 'delete', 'spend', 'execute', 'admin'] },
      { attribute: 'tainted', is: true },
      { attribute: 'requested_by_content', is: true },
    ],
    decision: 'needs_human',
    risk_level: 4,
    reason: REQUESTED,
    match: [{ effect: 'delete', tainted: true, requested_by_content: true, delegated: true }],
    not_match: [{ effect: 'delete', tainted: true, requested_by_content: false }],
  },
  {
    id: 'content.requests-write',
    when: [
      { attribute: 'effect', is: 'write' },
      { attribute: 'tainted', is: true },
      { attribute: 'requested_by_content', is: true },
      { attribute: 'delegated', is: false },
    ],
    decision: 'needs_human',
    risk_level: 4,
    reason: REQUESTED,
    match: [{ effect: 'write', tainted: true, requested_by_content: true, delegated: false }],
    not_match: [{ effect: 'write', tainted: true, requested_by_content: true, delegated: true }],
  },
  {
    id: 'content.alarming',
    when: [
      { attribute: 'effect', in: CHANGING },
      { attribute: 'alarming', is: true },
    ],
    decision: 'needs_human',
    risk_level: 4,
    reason: {
      en: 'Text that was read tries to steer the assistant, so every change needs your word.',
      ja: '読み込まれたテキストがアシスタントを操ろうとしているため、変更にはすべて確認が必要です。',
    },
    match: [{ effect: 'write', alarming: true }],
    not_match: [{ effect: 'read', alarming: true }],
  },
  {
    id: 'content.link',
    when: [{ attribute: 'content_link', is: true }],
    decision: 'needs_human',
    risk_level: 4,
    reason: {
      en: 'The text to be sent carries a link or address that comes from text that was read.',
      ja: '送信する文面に、読み込まれたテキスト由来のリンクやアドレスが含まれています。',
    },
    match: [{ effect: 'send', content_link: true }],
    not_match: [{ effect: 'send', content_link: false }],
  },
  {
    id: 'content.secret',
    when: [
      { attribute: 'effect', in: CHANGING },
      { attribute: 'secret', is: true },
    ],
    decision: 'needs_human',
    risk_level: 5,
    reason: {
      en: 'The arguments hold something that looks like a password or key.',
      ja: '引数にパスワードや鍵と思われる値が含まれています。',
    },
    match: [{ effect: 'send', secret: true }],
    not_match: [{ effect: 'send', secret: false }],
  },
  {
    id: 'content.private-data',
    when: [
      { attribute: 'effect', in: ['send', 'execute'] },
      { attribute: 'private_data', is: true },
    ],
    decision: 'needs_human',
    risk_level: 4,
    reason: {
      en: 'The text to be sent holds data from your session.',
      ja: '送信する文面にセッション内の利用者情報が含まれています。',
    },
    match: [{ effect: 'send', private_data: true }],
    not_match: [{ effect: 'write', private_data: true }],
  },
];
