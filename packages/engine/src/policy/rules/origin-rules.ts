import type { ControlRole } from '../../wire/tool-manifest.ts';
import type { PolicyRule } from '../policy-profile.ts';
import { CHANGING, GRAVE, is, needsHuman, ofChange, oneOf, outside } from './rule.ts';

/** Rules about the origin of values that control an effect. */
export const ORIGIN_RULES: readonly PolicyRule[] = [
  untrusted('recipient', 'origin.recipient', 'The recipient', '宛先'),
  untrusted('account', 'origin.account', 'The account', '口座・支払手段'),
  untrusted('url', 'origin.url', 'The address that data goes to', '送信先のURL'),
  untrusted('command', 'origin.command', 'The command', 'コマンド'),
  untrusted('credential', 'origin.credential', 'The credential', '認証情報'),
  afterTaint('path', 'origin.path', 'The path', 'パス'),
  afterTaint('target', 'origin.target', 'The thing that is acted on', '操作の対象'),
  notHandedOver('path', 'origin.write-path', 'The path', 'パス'),
  notHandedOver('target', 'origin.write-target', 'The thing that is changed', '変更の対象'),
  graveAfterTaint('amount', 'origin.amount', 'The amount', '金額'),
  graveAfterTaint('target', 'origin.grave-target', 'The thing that is acted on', '操作の対象'),
  grave('recipient', 'origin.grave-recipient', 'The person or account', '相手'),
  grave('account', 'origin.grave-account', 'The account', '口座・支払手段'),
  grave('credential', 'origin.grave-credential', 'The credential', '認証情報'),
  {
    // A rule and not a list of origins, because the version of a profile is the digest of its lists.
    id: 'origin.grave-credential-field',
    when: [oneOf('effect', GRAVE), oneOf('credential', ['lookup', 'field'])],
    ...needsHuman(5),
    reason: {
      en: 'The credential is in a record that the user did not name, and this is a payment, a command or a change of rights.',
      ja: '支払い・実行・権限変更の操作で、認証情報が、利用者の挙げていないレコードから取られています。',
    },
    match: [{ effect: 'spend', credential: 'field' }],
    not_match: [
      { effect: 'spend', credential: 'anchored' },
      { effect: 'write', credential: 'field' },
    ],
  },
  {
    id: 'origin.sent-path',
    when: [is('effect', 'send'), is('has_read', true), is('unnamed_file', true)],
    ...needsHuman(4),
    reason: {
      en: 'A file that is sent along is not one that the user named.',
      ja: '送信されるファイルは、利用者が指定したものではありません。',
    },
    match: [{ effect: 'send', has_read: true, unnamed_file: true }],
    not_match: [
      { effect: 'send', has_read: true, unnamed_file: false },
      { effect: 'send', has_read: false, unnamed_file: true },
      { effect: 'write', has_read: true, unnamed_file: true },
    ],
  },
  ofChange('origin.sender', 'chosen_by_sender', 4, {
    en: 'The sender of a message chose a value that steers this, and the user did not speak of it.',
    ja: '操作を左右する値をメッセージの送信者が指定しており、利用者の依頼では触れられていません。',
  }),
  {
    id: 'origin.other-amount',
    when: [oneOf('effect', CHANGING), is('has_read', true), is('other_amount', true)],
    ...needsHuman(4),
    reason: {
      en: 'The user wrote which amounts to use, and this is another one.',
      ja: '利用者が指定した金額とは異なる金額です。',
    },
    match: [{ effect: 'write', has_read: true, other_amount: true, intent: 'asked' }],
    not_match: [
      { effect: 'write', has_read: true, other_amount: false },
      { effect: 'write', has_read: false, other_amount: true },
      { effect: 'read', has_read: true, other_amount: true },
    ],
  },
  ofChange('origin.other-named', 'other_named', 4, {
    en: 'The user named another item of the list that this value comes from.',
    ja: 'この値は一覧から取られていますが、利用者はその一覧の別の項目を指定しています。',
  }),
  {
    id: 'origin.read-url',
    when: [is('effect', 'read'), is('has_read', true), outside('url', 'accepts_read')],
    ...needsHuman(3),
    reason: {
      en: 'The web address has another source than the user or a field of a result.',
      ja: 'URLの出所が、利用者でもツールの結果の項目でもありません。',
    },
    match: [{ effect: 'read', has_read: true, url: 'prose' }],
    not_match: [
      { effect: 'read', has_read: true, url: 'user' },
      { effect: 'read', has_read: false, url: 'prose' },
    ],
  },
  {
    id: 'origin.read-command',
    when: [
      is('effect', 'read'),
      is('guess', true),
      is('tainted', true),
      oneOf('command', ['prose', 'model', 'field', 'lookup', 'anchored', 'derived']),
    ],
    ...needsHuman(4),
    reason: {
      en: 'The tool only looks like a reader, and the command has another source than the user.',
      ja: '読み取り用に見えるツールですが、コマンドの出所が利用者ではありません。',
    },
    match: [{ effect: 'read', guess: true, tainted: true, command: 'prose' }],
    not_match: [{ effect: 'read', guess: true, tainted: true, command: 'absent' }],
  },
];

function untrusted(role: ControlRole, id: string, en: string, ja: string): PolicyRule {
  return {
    id,
    when: [oneOf('effect', CHANGING), outside(role, 'accepts')],
    ...needsHuman(4),
    reason: { en: `${en} has another source than the user.`, ja: `${ja}の出所が利用者ではありません。` },
    match: [{ effect: 'send', tainted: true, [role]: 'prose' }],
    not_match: [
      { effect: 'send', tainted: true, [role]: 'user' },
      { effect: 'read', tainted: true, [role]: 'prose' },
    ],
  };
}

function afterTaint(role: ControlRole, id: string, en: string, ja: string): PolicyRule {
  return {
    id,
    when: [
      oneOf('effect', ['send', 'delete', 'spend', 'execute', 'admin']),
      is('tainted', true),
      outside(role, 'accepts'),
    ],
    ...needsHuman(3),
    reason: fromText(en, ja),
    match: [{ effect: 'delete', tainted: true, [role]: 'prose' }],
    not_match: [
      { effect: 'delete', tainted: false, [role]: 'prose' },
      { effect: 'delete', tainted: true, [role]: 'user' },
    ],
  };
}

/** A user who delegates a list of tasks permits the list to name what is written, but nothing more severe. */
function notHandedOver(role: ControlRole, id: string, en: string, ja: string): PolicyRule {
  return {
    id,
    when: [
      is('effect', 'write'),
      is('tainted', true),
      is('delegated', false),
      outside(role, 'accepts_write'),
    ],
    ...needsHuman(3),
    reason: fromText(en, ja),
    match: [{ effect: 'write', tainted: true, delegated: false, [role]: 'prose' }],
    not_match: [
      { effect: 'write', tainted: true, delegated: true, [role]: 'prose' },
      { effect: 'write', tainted: true, delegated: false, [role]: 'user' },
    ],
  };
}

function fromText(en: string, ja: string): PolicyRule['reason'] {
  return {
    en: `${en} has another source than the user, and untrusted text was read before.`,
    ja: `${ja}の出所が利用者ではなく、事前に信頼できないテキストが読み込まれています。`,
  };
}

function grave(role: ControlRole, id: string, en: string, ja: string): PolicyRule {
  return {
    id,
    when: [oneOf('effect', GRAVE), outside(role, 'accepts_grave')],
    ...needsHuman(5),
    reason: {
      en: `${en} has another source than the user, and this is a payment, a command or a change of rights.`,
      ja: `支払い・実行・権限変更の操作で、${ja}の出所が利用者ではありません。`,
    },
    match: [{ effect: 'spend', tainted: true, [role]: 'prose' }],
    not_match: [
      { effect: 'spend', tainted: true, [role]: 'user' },
      { effect: 'write', tainted: true, [role]: 'prose' },
    ],
  };
}

/** Before untrusted text was read, an amount or a target can only be derived from the user's text. */
function graveAfterTaint(role: ControlRole, id: string, en: string, ja: string): PolicyRule {
  const rule = grave(role, id, en, ja);
  return {
    ...rule,
    when: [...rule.when, { attribute: 'tainted', is: true }],
    not_match: [...rule.not_match, { effect: 'spend', tainted: false, [role]: 'prose' }],
  };
}
