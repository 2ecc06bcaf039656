import type { PolicyRule } from './policy-profile.ts';
import type { ControlRole } from '../wire/tool-manifest.ts';

const CHANGING = ['write', 'send', 'delete', 'spend', 'execute', 'admin'];
const GRAVE = ['spend', 'execute', 'admin'];

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
    id: 'origin.read-url',
    when: [
      { attribute: 'effect', is: 'read' },
      { attribute: 'tainted', is: true },
      { attribute: 'url', outside: 'accepts_read' },
    ],
    decision: 'needs_human',
    risk_level: 3,
    reason: {
      en: 'The web address does not come from you or from a field of a result.',
      ja: 'URLがご自身の指定でも検索結果の項目でもありません。',
    },
    match: [{ effect: 'read', tainted: true, url: 'prose' }],
    not_match: [
      { effect: 'read', tainted: true, url: 'user' },
      { effect: 'read', tainted: false, url: 'prose' },
    ],
  },
  {
    id: 'origin.read-command',
    when: [
      { attribute: 'effect', is: 'read' },
      { attribute: 'guess', is: true },
      { attribute: 'tainted', is: true },
      { attribute: 'command', in: ['prose', 'model', 'field', 'lookup', 'anchored', 'derived'] },
    ],
    decision: 'needs_human',
    risk_level: 4,
    reason: {
      en: 'The tool only looks like a reader, and it takes a command that is not yours.',
      ja: '読み取り用に見えるツールですが、ご自身のものでないコマンドを受け取ります。',
    },
    match: [{ effect: 'read', guess: true, tainted: true, command: 'prose' }],
    not_match: [{ effect: 'read', guess: true, tainted: true, command: 'absent' }],
  },
];

function untrusted(role: ControlRole, id: string, en: string, ja: string): PolicyRule {
  return {
    id,
    when: [
      { attribute: 'effect', in: CHANGING },
      { attribute: role, outside: 'accepts' },
    ],
    decision: 'needs_human',
    risk_level: 4,
    reason: { en: `${en} does not come from you.`, ja: `${ja}がご自身の指定ではありません。` },
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
      { attribute: 'effect', in: ['send', 'delete', 'spend', 'execute', 'admin'] },
      { attribute: 'tainted', is: true },
      { attribute: role, outside: 'accepts' },
    ],
    decision: 'needs_human',
    risk_level: 3,
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
      { attribute: 'effect', is: 'write' },
      { attribute: 'tainted', is: true },
      { attribute: 'delegated', is: false },
      { attribute: role, outside: 'accepts_write' },
    ],
    decision: 'needs_human',
    risk_level: 3,
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
    en: `${en} does not come from you, and untrusted text was read before.`,
    ja: `${ja}がご自身の指定ではなく、事前に信頼できないテキストが読み込まれています。`,
  };
}

function grave(role: ControlRole, id: string, en: string, ja: string): PolicyRule {
  return {
    id,
    when: [
      { attribute: 'effect', in: GRAVE },
      { attribute: role, outside: 'accepts_grave' },
    ],
    decision: 'needs_human',
    risk_level: 5,
    reason: {
      en: `${en} does not come from you, and this is a payment, a command or a change of rights.`,
      ja: `支払い・実行・権限変更の操作で、${ja}がご自身の指定ではありません。`,
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
